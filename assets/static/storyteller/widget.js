// The storyteller: every <div class="storyteller"> becomes one. The model of the page's language is loaded when the
// reader asks for a story; until then a recorded one stands there. The other scripts of this folder do the work, in a
// worker made from their source (a page opened from a file may not load one), or here if workers are refused.
(() => {
  "use strict";

  const PACES = { slow: 10, brisk: 150, now: Infinity }; // tokens a second that are shown
  const LARGEST_SEED = 9999;
  const SURPRISE = 6; // bits; a token that was less likely has the full tint
  const home = document.currentScript.src;

  // ---- The scripts of the model, by name, each made from those before it

  const PARTS = window.STORYBOT_PARTS ?? [];
  const makeParts = () => PARTS.reduce((parts, [name, make]) => ({ ...parts, [name]: make(parts) }), {});
  const { unescapeToken } = makeParts().tokenizer;

  function workerSource() {
    const lines = PARTS.map(([name, make]) => `parts.${name} = (${make})(parts);`);
    return ["const parts = {};", ...lines, "const serve = parts.teller.makeServer((message) => postMessage(message));",
      "onmessage = (event) => serve(event.data);"].join("\n");
  }

  // Both have `post`, and `where` says which it is.
  function startServer(receive) {
    try {
      const url = URL.createObjectURL(new Blob([workerSource()], { type: "text/javascript" }));
      const worker = new Worker(url);
      worker.onmessage = (event) => receive(event.data);
      return { where: "worker", post: (message) => worker.postMessage(message) };
    } catch {
      const serve = makeParts().teller.makeServer((message) => setTimeout(() => receive(message)));
      return { where: "page", post: (message) => setTimeout(() => serve(message)) };
    }
  }

  function loadAsset(language, version) {
    return new Promise((resolve, reject) => {
      const url = new URL(`${language}.js`, home);
      if (url.protocol !== "file:") url.searchParams.set("v", version);
      const script = Object.assign(document.createElement("script"), { src: url.href });
      script.onload = () => resolve(window.STORYBOT_STORYTELLER);
      script.onerror = () => { script.remove(); reject(new Error(url.href)); };
      document.head.append(script);
    });
  }

  // ---- The page

  function make(tag, properties = {}, attributes = {}, ...children) {
    const node = Object.assign(document.createElement(tag), properties);
    for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value);
    node.append(...children);
    return node;
  }

  const setText = (node, text) => node.textContent === text || (node.textContent = text);
  const fill = (text, values) => text.replace(/\{(\w+)\}/g, (whole, key) => values[key] ?? whole);

  // 63%, 0.4%, < 0.1%: small probabilities are not rounded to nothing, and only 1 is 100%.
  function percent(p) {
    if (p === 0) return "0%";
    if (p < 0.001) return "< 0.1%";
    if (p < 0.0995) return `${(100 * p).toFixed(1)}%`;
    return p < 1 && p >= 0.995 ? `${Math.min(99.9, 100 * p).toFixed(1)}%` : `${(100 * p).toFixed(0)}%`;
  }

  // ---- Bytes to text: a character is shown when its last byte has come.

  // The text, or null if it is not valid UTF-8.
  function decodeWhole(bytes) {
    try { return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes); } catch { return null; }
  }

  const toBytes = (latin) => Uint8Array.from(latin, (char) => char.charCodeAt(0));

  // Takes tokens, gives [token, text] pairs when all bytes of their characters are there. A character belongs to the
  // token that begins it; `part` numbers the pieces of one that is cut.
  function makeStream() {
    let held = [];
    // How many bytes at the end begin a character and do not end it.
    function pending(bytes) {
      for (let back = 1; back <= Math.min(3, bytes.length); back += 1) {
        const byte = bytes[bytes.length - back];
        if (byte >= 0xc0) return back < (byte < 0xe0 ? 2 : byte < 0xf0 ? 3 : byte < 0xf8 ? 4 : 0) ? back : 0;
        if (byte < 0x80) return 0;
      }
      return 0;
    }
    function release() {
      const latin = held.map((token) => token.bytes).join(""), bytes = toBytes(latin);
      const text = decodeWhole(bytes) ?? new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
      const out = held.map((token) => ({ token, text: "", part: 0 }));
      const owner = held.flatMap((token, i) => Array(token.bytes.length).fill(i));
      let at = 0;
      for (const char of text) {
        const length = char === "\ufffd" && decodeWhole(bytes.subarray(at, at + 3)) !== char ? 1 : new TextEncoder().encode(char).length;
        const first = owner[Math.min(at, owner.length - 1)];
        out[first].text += char;
        [...new Set(owner.slice(at, at + length))].forEach((i, part, { length: parts }) => {
          if (parts > 1) out[i].part = part + 1;
        });
        at += length;
      }
      held = [];
      return out;
    }
    return {
      take(token) {
        held.push(token);
        const bytes = toBytes(held.map((one) => one.bytes).join(""));
        return pending(bytes) > 0 ? [] : release();
      },
      rest: () => (held.length ? release() : []),
    };
  }

  const VISIBLE = { " ": "␣", "\n": "⏎", "\t": "⇥" };
  // The text of a token; bytes that are no whole character are written out.
  function visible(latin) {
    const bytes = toBytes(latin);
    let shown = "";
    for (let at = 0; at < bytes.length;) {
      const length = bytes[at] < 0x80 ? 1 : bytes[at] < 0xe0 ? 2 : bytes[at] < 0xf0 ? 3 : 4;
      const text = decodeWhole(bytes.subarray(at, at + length));
      shown += text === null ? `\\x${bytes[at].toString(16).padStart(2, "0")}` : VISIBLE[text] ?? text;
      at += text === null ? 1 : length;
    }
    return shown;
  }

  function build(element, number) {
    const { labels, recording, openings, language, version } = JSON.parse(element.querySelector("script").textContent);
    const label = (key) => labels[key] ?? key; // a forgotten label is easy to see
    const id = (name) => `storyteller-${number}-${name}`;

    // ---- Controls

    function makeRange(name, attributes, value, show) {
      const input = make("input", {}, { id: id(name), type: "range", autocomplete: "off", ...attributes });
      input.value = value;
      const output = make("output", {}, { for: id(name) });
      const update = () => { setText(output, show(Number(input.value))); input.setAttribute("aria-valuetext", output.textContent); };
      input.addEventListener("input", update);
      update();
      const node = make("div", { className: "range" }, {}, make("label", {}, { for: id(name) }, label(name)), output, input,
        make("small", {}, {}, label(`${name}_note`)));
      return { node, input, value: () => Number(input.value), set: (to) => { input.value = to; update(); } };
    }
    const TOP_K = 101; // the slider's end: no filter
    const temperature = makeRange("temperature", { min: 0, max: 2, step: 0.05 }, recording.temperature, (t) => t.toFixed(2));
    const topK = makeRange("top_k", { min: 1, max: TOP_K, step: 1 }, recording.top_k, (k) => (k >= TOP_K ? label("all") : String(k)));
    const topP = makeRange("top_p", { min: 0.05, max: 1, step: 0.05 }, recording.top_p, (p) => (p >= 1 ? label("all") : p.toFixed(2)));
    const length = makeRange("length", { min: 20, max: 300, step: 10 }, recording.max_tokens, String);

    const opening = make("input", { className: "opening" }, {
      id: id("opening"), type: "text", autocomplete: "off", spellcheck: false, maxlength: 400, placeholder: label("nothing"),
    });
    opening.value = recording.opening;
    const chips = [...openings, ""].map((text) => make("button", {
      className: "chip", textContent: text === "" ? label("no_opening") : `${text}…`,
      onclick: () => { opening.value = text; tell(newSeed()); },
    }, { type: "button" }));
    const seed = make("input", {}, { id: id("seed"), type: "number", min: 0, max: LARGEST_SEED, step: 1, inputmode: "numeric", autocomplete: "off" });
    seed.value = recording.seed;
    const pace = make("select", {}, { id: id("pace"), autocomplete: "off" },
      ...Object.keys(PACES).map((name) => make("option", { value: name, textContent: label(`pace_${name}`) })));
    pace.value = matchMedia("(prefers-reduced-motion: reduce)").matches ? "now" : "brisk";
    const shade = make("input", {}, { type: "checkbox", autocomplete: "off" });

    const button = (name, onclick) => make("button", { className: name, textContent: label(name), onclick }, { type: "button" });
    const tellButton = button("tell", () => (telling() ? stop() : tell(newSeed())));
    const againButton = button("again", () => tell(wantedSeed()));

    // ---- The story and what is known about the chosen token

    const story = make("div", { className: "story", lang: element.lang }, { role: "listbox", "aria-orientation": "horizontal", "aria-label": label("story") });
    const details = make("div", { className: "details" }, { role: "group", tabindex: 0, "aria-label": label("details") });
    const status = make("p", { className: "status" });
    const spoken = make("p", { className: "spoken" }, { role: "status" }); // for screen readers: the story once, when it is over

    let spans = [];
    let chosen = null; // by focus or click
    let discovered = false; // whether the reader has pointed at a token already
    let stream = makeStream();
    let given = 0; // bytes of the opening that are still to come

    function nameOf(one) {
      return one.id === recording.end ? label("the_end") : fill(label("quote"), { token: visible(one.bytes) });
    }

    function describe(span) {
      const { token } = span;
      const drawn = token.sampled !== undefined;
      const rows = [...token.likeliest];
      if (!rows.some((row) => row.id === token.id)) rows.push(token);
      const bar = (p, kind) => make("span", { className: kind, style: `--share: ${p}` });
      const row = (one) => make("tr", { className: one.id === token.id ? "taken" : "" }, {},
        make("th", {}, { scope: "row" }, make("span", {}, {}, one.id === recording.end ? label("the_end") : visible(one.bytes))),
        make("td", { className: "bars" }, { "aria-hidden": true }, bar(one.model, "plain"), ...(drawn ? [bar(one.sampled, "sampled")] : [])),
        make("td", {}, {}, percent(one.model)),
        make("td", {}, {}, drawn ? percent(one.sampled) : "–"));
      const head = make("tr", {}, {}, make("th", {}, { scope: "col" }, label("token")), make("td", {}, { "aria-hidden": true }),
        make("th", { className: "plain" }, { scope: "col" }, label("by_model")), make("th", { className: "sampled" }, { scope: "col" }, label("by_settings")));
      const values = { token: nameOf(token), model: percent(token.model), sampled: percent(token.sampled ?? 0) };
      const words = [make("p", { className: "chance" }, {}, fill(label(drawn ? "chance" : "chance_given"), values))];
      if (!discovered) words.push(make("p", { className: "hint" }, {}, label("hint")));
      details.replaceChildren(
        make("div", {}, {}, ...words),
        make("table", {}, {}, make("thead", {}, {}, head), make("tbody", {}, {}, ...rows.map(row))));
    }

    function spokenDetails({ token }) {
      const others = token.likeliest.filter((one) => one.id !== token.id).slice(0, 3);
      return fill(label("spoken_token"), {
        token: nameOf(token), p: percent(token.sampled ?? token.model),
        others: others.map((one) => `${nameOf(one)} ${percent(one.sampled ?? one.model)}`).join(label("comma")),
      });
    }

    // What is shown while nobody points: where the model was least sure of what it said.
    function leastSure() {
      const drawn = spans.filter((span) => span.token.sampled !== undefined);
      return drawn.reduce((best, span) => (best && sure(best) <= sure(span) ? best : span), null);
    }
    const sure = (span) => span.token.likeliest[0].model;

    let pointed = null;
    const show = (span) => {
      spans.forEach((one) => one.classList.toggle("shown", one === span));
      if (span) describe(span);
      else details.replaceChildren(make("p", { className: "hint" }, {}, label("hint")));
    };
    function choose(span) {
      chosen?.setAttribute("aria-selected", false);
      story.querySelector("[tabindex='0']")?.setAttribute("tabindex", -1);
      chosen = span;
      discovered ||= span !== null;
      (span ?? spans[0])?.setAttribute("tabindex", 0);
      if (span) {
        span.setAttribute("aria-selected", true);
        span.setAttribute("aria-label", spokenDetails(span));
      }
      show(span);
    }

    function append(pieces) {
      for (const { token, text, part } of pieces) {
        const p = token.sampled ?? token.model;
        const bits = Math.min(1, -Math.log2(Math.max(token.model, 1e-9)) / SURPRISE);
        const last = token.id === recording.end;
        const span = make("span", { className: "token", token, style: `--surprise: ${bits.toFixed(3)}` },
          { role: "option", tabindex: spans.length ? -1 : 0, "aria-selected": false, "data-p": p.toFixed(5) });
        if (part > 1) span.dataset.part = part;
        if (last) span.classList.add("end");
        else if (!text.trim()) span.setAttribute("aria-label", visible(token.bytes)); // part of a character, or a space
        // The first bytes of a token that completes the opening are the reader's own.
        let own = "";
        for (const char of text) {
          if (given <= 0) break;
          given -= new TextEncoder().encode(char).length;
          own += char;
        }
        if (own) span.append(make("b", {}, {}, own));
        span.append(last ? "∎" : text.slice(own.length));
        spans.push(span);
        story.append(span);
      }
    }

    function begin(openingText) {
      spans = [];
      chosen = pointed = null;
      stream = makeStream();
      given = new TextEncoder().encode(openingText).length;
      story.replaceChildren();
      story.scrollTop = 0;
      show(null);
    }

    const text = () => spans.filter((span) => !span.classList.contains("end")).map((span) => span.textContent).join("");

    // ---- Telling: tokens arrive faster than they are shown, at the pace that the reader has chosen.

    let server = null; // a promise of { post, where }
    let ready = null;
    let run = 0;
    let current = null; // { run, queue, shown, over, began, told, seconds }
    let frame = 0;

    const telling = () => current !== null;
    const newSeed = () => { seed.value = 1 + Math.floor(Math.random() * LARGEST_SEED); return Number(seed.value); };
    const wantedSeed = () => {
      const wanted = Math.round(Number(seed.value));
      seed.value = Number.isFinite(wanted) ? Math.min(LARGEST_SEED, Math.max(0, wanted)) : 0;
      return Number(seed.value);
    };

    function startOnce() {
      server ??= loadAsset(language, version).then((asset) => new Promise((resolve) => {
        const started = startServer((message) => (message.ready ? resolve(started) : receive(message)));
        started.post({ load: asset });
      })).catch((error) => { server = null; throw error; });
      return server;
    }

    function setTelling(on) {
      element.classList.toggle("telling", on);
      setText(tellButton, label(on ? "stop" : "tell"));
      tellButton.classList.toggle("stop", on);
      story.setAttribute("aria-busy", on);
    }

    async function tell(withSeed) {
      run += 1;
      const mine = run;
      if (server) (await server).post({ stop: true });
      const words = opening.value.normalize("NFC");
      begin(words);
      current = { run: mine, queue: [], shown: 0, over: null, began: null, told: 0, seconds: 0 };
      setTelling(true);
      setText(spoken, label("telling"));
      setText(status, label(server && ready ? "telling" : "loading"));
      const request = {
        opening: words, temperature: temperature.value(),
        topK: topK.value() >= TOP_K ? Infinity : topK.value(), topP: topP.value(), seed: withSeed, maxTokens: length.value(),
      };
      try {
        const started = await startOnce();
        ready = started;
        element.dataset.where = started.where;
        if (mine === run && current) started.post({ tell: request, run: mine });
      } catch {
        if (mine === run) finish("missing");
      }
    }

    function stop() {
      run += 1; // what is still on its way belongs to no run
      server?.then((started) => started.post({ stop: true }));
      finish("stopped");
    }

    function receive(message) {
      if (!current || message.run !== current.run) return;
      if (message.tooLong) {
        finish("too_long", { n: message.tooLong, most: message.room });
        return;
      }
      current.queue.push(...message.tokens);
      Object.assign(current, { told: message.told, seconds: message.seconds, over: message.over });
      if (!frame) frame = requestAnimationFrame(reveal);
    }

    function reveal(now) {
      frame = 0;
      if (!current) return;
      current.last ??= now - 1000 / 60;
      const room = ((now - current.last) / 1000) * PACES[pace.value] + (current.rest ?? 0);
      let n = Math.min(current.queue.length, room);
      current.last = now;
      current.rest = Math.min(1, room - Math.floor(n));
      n = Math.floor(n);
      if (n > 0) {
        const following = story.scrollHeight - story.scrollTop - story.clientHeight < 40;
        current.queue.splice(0, n).forEach((token) => append(stream.take(token)));
        current.shown += n;
        if (following) story.scrollTop = story.scrollHeight;
        if (pace.value === "slow" && !pointed && !chosen && spans.length) show(spans[spans.length - 1]);
        setText(status, statusLine());
      }
      if (current.queue.length === 0 && current.over) finish(current.over);
      else frame = requestAnimationFrame(reveal);
    }

    const rate = (told, seconds) => Math.round(told / Math.max(seconds, 1e-4));
    function statusLine() {
      const { shown, told, seconds } = current;
      Object.assign(element.dataset, { rate: rate(told, seconds), told });
      return fill(label("rate"), { n: shown, rate: rate(told, seconds).toLocaleString(element.lang || undefined) });
    }

    function finish(why, values = {}) {
      if (frame) cancelAnimationFrame(frame);
      frame = 0;
      append(stream.rest());
      const line = current?.shown ? [statusLine()] : [];
      current = null;
      setTelling(false);
      setText(status, [...line, fill(label(`over_${why}`), values)].join(label("separator")));
      setText(spoken, [text(), fill(label(`over_${why}`), values)].join(" "));
      if (!chosen && !pointed) show(leastSure());
      element.dataset.over = why;
    }

    // ---- Pointer and keyboard on the tokens

    const spanOf = (event) => event.target.closest?.(".token");
    story.addEventListener("click", (event) => { if (spanOf(event)) { choose(spanOf(event)); spanOf(event).focus({ preventScroll: true }); } });
    story.addEventListener("focusin", (event) => { if (spanOf(event) && spanOf(event) !== chosen) choose(spanOf(event)); });
    story.addEventListener("pointerover", (event) => {
      if (event.pointerType === "touch" || !spanOf(event)) return;
      pointed = spanOf(event);
      discovered = true;
      show(pointed);
    });
    story.addEventListener("pointerleave", () => { pointed = null; show(chosen ?? leastSure()); });
    story.addEventListener("keydown", (event) => {
      const at = spans.indexOf(spanOf(event)), last = spans.length - 1;
      const goal = { ArrowLeft: at - 1, ArrowUp: at - 1, ArrowRight: at + 1, ArrowDown: at + 1, Home: 0, End: last }[event.key];
      if (at < 0 || goal === undefined) return;
      event.preventDefault();
      spans[Math.min(last, Math.max(0, goal))].focus();
    });
    opening.addEventListener("keydown", (event) => { if (event.key === "Enter" && !event.isComposing) tell(newSeed()); });
    seed.addEventListener("keydown", (event) => { if (event.key === "Enter") tell(wantedSeed()); });
    shade.addEventListener("input", () => element.classList.toggle("shaded", shade.checked));

    const settings = make("details", { className: "settings", open: matchMedia("(min-width: 700px)").matches }, {},
      make("summary", {}, {}, label("settings")),
      make("div", { className: "ranges" }, {}, temperature.node, topK.node, topP.node, length.node),
      make("div", { className: "line" }, {},
        make("span", { className: "field" }, {}, make("label", {}, { for: id("seed") }, label("seed")), seed, againButton),
        make("span", { className: "field" }, {}, make("label", {}, { for: id("pace") }, label("pace")), pace)));
    element.replaceChildren(
      make("label", { className: "opening-label" }, { for: id("opening") }, label("opening")),
      make("div", { className: "line ask" }, {}, opening, tellButton),
      make("div", { className: "chips" }, { role: "group", "aria-label": label("openings") }, ...chips),
      story,
      make("div", { className: "line below" }, {}, status, make("label", { className: "check" }, {}, shade, label("shade"))),
      details, settings, spoken);
    element.classList.add("live");

    begin(recording.opening);
    for (const token of recording.tokens) append(stream.take(unescapeAll(token)));
    append(stream.rest());
    setText(status, label("recorded"));
    show(leastSure());
    setTelling(false);
    element.storyteller = { text, ids: () => spans.map((span) => span.token.id), tokens: () => spans.map((span) => span.token) };
  }

  const unescapeAll = (token) => ({
    ...token, bytes: unescapeToken(token.bytes),
    likeliest: token.likeliest.map((one) => ({ ...one, bytes: unescapeToken(one.bytes) })),
  });

  document.querySelectorAll(".storyteller").forEach(build);
})();
