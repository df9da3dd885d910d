// BPE playground: shows how a text is cut to tokens by the first n merges of a vocabulary.
// Every <div class="bpe-playground"> becomes one; the vocabulary is window.STORYBOT_VOCAB.
(() => {
  "use strict";

  const MAX_CHIPS = 2000; // more would make the page slow
  const MAX_CACHED = 20000; // pretokens; typing makes new ones all the time
  const NO_RANK = 0x7fffffff;
  const VISIBLE = { " ": "␣", "\n": "⏎", "\t": "⇥" };

  // ---- Bytes. A byte string is kept as a latin-1 string, one character per byte: it can be
  // sliced cheaply and used as the key of a Map.

  const encoder = new TextEncoder();
  const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

  const toBytes = (latin) => Uint8Array.from(latin, (char) => char.charCodeAt(0));
  const hexBytes = (latin) => Array.from(toBytes(latin), (byte) => byte.toString(16).padStart(2, "0"));
  const escapeBytes = (latin) => hexBytes(latin).map((hex) => "\\x" + hex).join("");
  // Not fromCharCode(...bytes): a long text has more bytes than a call may have arguments.
  const utf8 = (text) => Array.from(encoder.encode(text), (byte) => String.fromCharCode(byte)).join("");
  // The encoder writes U+FFFD for a lone surrogate, so a round trip repairs the text.
  const wellFormed = (text) => decoder.decode(encoder.encode(text));

  function unescapeToken(escaped) {
    return escaped.replace(/\\\\|\\x([0-9a-f]{2})|[^\x00-\x7f]+/gu, (part, hex) => {
      if (part === "\\\\") return "\\";
      return hex ? String.fromCharCode(parseInt(hex, 16)) : utf8(part);
    });
  }

  function displayText(latin) {
    let text;
    try {
      text = decoder.decode(toBytes(latin));
    } catch {
      // Holds a part of a character: what is ASCII stays readable, the rest shows its bytes.
      return latin.replace(/[^!-~]/g, (byte) => VISIBLE[byte] ?? escapeBytes(byte));
    }
    // A lone joiner or variation selector would be an empty chip: show its bytes.
    if (/^\p{Default_Ignorable_Code_Point}+$/u.test(text)) return escapeBytes(latin);
    return text.replace(/[ \p{Cc}\u2028\u2029]/gu, (char) => VISIBLE[char] ?? escapeBytes(utf8(char)));
  }

  // ---- The tokenizer

  // Joins the bytes of one pretoken. A piece is known by its start; next[start] is its end
  // and the start of the following piece; rank[start] is the merge that joins the two.
  function mergePieces(latin, rankOf) {
    const end = latin.length;
    const next = Int32Array.from({ length: end + 1 }, (_, at) => at + 1);
    const previous = Int32Array.from({ length: end + 1 }, (_, at) => at - 1);
    const pairRank = (at) => (next[at] < end ? rankOf(latin.slice(at, next[next[at]])) : NO_RANK);
    const rank = Int32Array.from({ length: end }, (_, at) => pairRank(at));

    for (;;) {
      let best = NO_RANK;
      for (let at = 0; at < end; at = next[at]) best = Math.min(best, rank[at]);
      if (best === NO_RANK) break;
      // One walk joins all pairs of this rank, left to right. A new search after every join
      // would give the same result, but takes seconds for a very long pretoken.
      for (let at = 0; at < end; at = next[at]) {
        if (rank[at] !== best) continue;
        next[at] = next[next[at]];
        previous[next[at]] = at;
        rank[at] = pairRank(at);
        const before = previous[at];
        if (before >= 0) rank[before] = pairRank(before);
        // If the join made a pair of a lower rank, that pair comes first.
        if (rank[at] < best || (before >= 0 && rank[before] < best)) break;
      }
    }
    const pieces = [];
    for (let at = 0; at < end; at = next[at]) pieces.push(latin.slice(at, next[at]));
    return pieces;
  }

  // Cuts text at the matches of a regular expression: [piece, isMatch] in order, no gap.
  function* cut(text, regex) {
    let done = 0;
    for (const { 0: found, index } of text.matchAll(regex)) {
      if (found === "") continue;
      if (index > done) yield [text.slice(done, index), false];
      yield [found, true];
      done = index + found.length;
    }
    if (done < text.length) yield [text.slice(done), false];
  }

  function anyOf(names) {
    const longestFirst = [...names].sort((a, b) => b.length - a.length);
    const escaped = longestFirst.map((name) => name.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&"));
    return new RegExp(escaped.join("|"), "gu"); // no names: only empty matches, cut skips them
  }

  function makeToken(latin, id, special) {
    const hex = hexBytes(latin).join(" ");
    const endsLine = !special && latin.includes("\n");
    return { id, hex, special, endsLine, text: displayText(latin), info: `id ${id} · ${hex}` };
  }

  // A Map that makes a missing value with make(key).
  function remember(map, key, make) {
    if (!map.has(key)) map.set(key, make(key));
    return map.get(key);
  }

  function makeTokenizer(vocab) {
    const merges = vocab.merges.map((pair) => pair.map(unescapeToken));
    const specials = vocab.special_tokens ?? {};
    const specialPattern = anyOf(Object.keys(specials));
    const pretokenPattern = new RegExp(vocab.pattern, "gu");
    const ranks = new Map();
    merges.forEach(([left, right], k) => remember(ranks, left + right, () => k));

    const tokens = new Map();
    const specialGroups = new Map();
    let groups = new Map();
    let groupsFor = -1;

    const idOf = (latin) => (latin.length === 1 ? latin.charCodeAt(0) : 256 + ranks.get(latin));
    const tokenOf = (latin) => remember(tokens, latin, () => makeToken(latin, idOf(latin), false));
    const specialGroup = (name) => [makeToken(utf8(name), specials[name], true)];

    // A list of pretokens, each a list of tokens. Equal pretokens are the same list object.
    function encode(text, n) {
      if (groupsFor !== n || groups.size > MAX_CACHED) [groups, groupsFor] = [new Map(), n];
      const rankOf = (joined) => {
        const k = ranks.get(joined) ?? NO_RANK;
        return k < n ? k : NO_RANK;
      };
      const makeGroup = (pretoken) => mergePieces(utf8(pretoken), rankOf).map(tokenOf);
      const encodePlain = (part) => Array.from(cut(part, pretokenPattern), ([pretoken]) => remember(groups, pretoken, makeGroup));
      return Array.from(cut(text, specialPattern), ([part, isSpecial]) =>
        isSpecial ? [remember(specialGroups, part, specialGroup)] : encodePlain(part)).flat();
    }

    function describeMerge(k) {
      const [left, right, joined] = [...merges[k], merges[k].join("")].map((latin) => `"${displayText(latin)}"`);
      return `${left} + ${right} → ${joined} (id ${256 + k})`;
    }
    return { total: merges.length, encode, describeMerge };
  }

  // ---- The page

  function make(tag, properties = {}, attributes = {}, ...children) {
    const node = Object.assign(document.createElement(tag), properties);
    for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value);
    node.append(...children);
    return node;
  }

  // Only a changed text is written: a live region would be read aloud again.
  const setText = (node, text) => node.textContent === text || (node.textContent = text);

  function makeChip(token, withBytes) {
    const hue = ((token.id * 137.508) % 360).toFixed(1); // golden angle: neighbours differ
    const properties = { className: token.special ? "tok special" : "tok", title: token.info, token };
    const chip = make("span", properties, { role: "listitem", tabindex: -1, style: `--h: ${hue}` }, token.text);
    if (withBytes) chip.append(make("small", {}, {}, `${token.id}\n${token.hex}`));
    return chip;
  }

  function makePretoken(group, withBytes) {
    const nodes = group.flatMap((token) => [makeChip(token, withBytes), ...(token.endsLine ? [make("br")] : [])]);
    return make("span", { className: "pretoken" }, {}, ...nodes);
  }

  // Shows the groups and returns those that had room. Typing mostly changes the end of the
  // text, so the chips before the first change stay as they are.
  function updateFlow(flow, shown, groups, withBytes) {
    let kept = 0;
    while (kept < shown.length && shown[kept] === groups[kept]) kept += 1;
    while (flow.childNodes.length > kept) flow.lastChild.remove();
    let room = MAX_CHIPS;
    let at = 0;
    for (; at < groups.length && room >= 0; at += 1) {
      if (at >= kept) flow.append(makePretoken(groups[at].slice(0, room), withBytes));
      room -= groups[at].length;
    }
    if (room < 0) flow.append("…");
    return groups.slice(0, at);
  }

  // Details of a chip: the one under the pointer, else the chosen one (focus, click), else the
  // hint. One chip at a time is in the Tab order; the arrow keys move to the others.
  function watchChips(flow, details, hint) {
    let chosen = null;
    const chipOf = (event) => event.target.closest(".tok");
    const show = (chip) => setText(details, chip ? `${chip.token.text} · ${chip.token.info}` : hint);
    const choose = (chip) => {
      chosen?.classList.remove("chosen");
      chosen = chip;
      chosen?.classList.add("chosen");
      flow.querySelector("[tabindex='0']")?.setAttribute("tabindex", -1);
      (chip ?? flow.querySelector(".tok"))?.setAttribute("tabindex", 0);
      show(chip);
    };
    flow.addEventListener("click", (event) => chipOf(event) && choose(chipOf(event)));
    flow.addEventListener("focusin", (event) => chipOf(event) && choose(chipOf(event)));
    flow.addEventListener("pointerover", (event) => show(chipOf(event) ?? chosen));
    flow.addEventListener("pointerleave", () => show(chosen));
    flow.addEventListener("keydown", (event) => {
      const chips = [...flow.querySelectorAll(".tok")];
      const at = chips.indexOf(event.target);
      const goal = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: chips.length - 1 }[event.key];
      if (at < 0 || goal === undefined) return;
      event.preventDefault();
      chips[goal]?.focus();
    });
    return () => choose(null);
  }

  function build(element, tokenizer, label, number) {
    const { total } = tokenizer;
    const id = (name) => `bpe-playground-${number}-${name}`;
    const button = (text, onclick, attributes) => make("button", { textContent: text, onclick }, { type: "button", ...attributes });
    const line = (className, attributes) => make("p", { className }, attributes);

    const area = make("textarea", { value: element.dataset.text ?? "" }, { id: id("text"), rows: 3, spellcheck: false, autocomplete: "off" });
    const slider = make("input", {}, { id: id("merges"), type: "range", min: 0, max: total, step: 1, autocomplete: "off" });
    slider.value = parseInt(element.dataset.merges ?? total, 10); // the input clamps it
    const output = make("output", {}, { for: slider.id });
    const checkbox = make("input", {}, { type: "checkbox", autocomplete: "off" });
    const flow = make("div", { className: "flow" }, { role: "list", "aria-labelledby": id("counts") });
    const newest = line("newest");
    const details = line("details", { "aria-live": "polite" });
    const counts = line("counts", { id: id("counts") });

    const encode = () => tokenizer.encode(wellFormed(area.value), Number(slider.value));
    const resetDetails = watchChips(flow, details, label("hint"));
    let shown = [];

    function showCounts(tokens) {
      const bytes = encoder.encode(area.value).length;
      const chars = [...area.value].length;
      const numbers = { tokens, bytes, chars, ratio: tokens ? (bytes / tokens).toFixed(2) : "–" };
      setText(counts, label("counts").replace(/\{(\w+)\}/g, (whole, key) => numbers[key] ?? whole));
      Object.assign(element.dataset, { tokenCount: tokens, byteCount: bytes, charCount: chars });
    }

    function render() {
      const n = Number(slider.value);
      const groups = encode();
      setText(output, `${n} / ${total}`);
      setText(newest, n > 0 ? `${label("newest").replace(/[:：]?\s*$/u, ":")} ${tokenizer.describeMerge(n - 1)}` : "");
      shown = updateFlow(flow, shown, groups, checkbox.checked);
      resetDetails();
      showCounts(groups.reduce((sum, group) => sum + group.length, 0));
    }

    let frame = 0;
    const schedule = () => { frame = frame || requestAnimationFrame(() => { frame = 0; render(); }); };
    const step = (by) => () => { slider.value = Number(slider.value) + by; schedule(); };
    const samples = JSON.parse(element.dataset.samples || "[]").map(([name, sample]) =>
      button(name, () => { area.value = sample; schedule(); }));
    area.addEventListener("input", schedule);
    slider.addEventListener("input", schedule);
    checkbox.addEventListener("input", () => {
      flow.replaceChildren();
      shown = [];
      schedule();
    });

    element.replaceChildren(
      make("label", {}, { for: area.id }, label("text")), area,
      make("div", { className: "samples" }, {}, ...samples),
      make("label", {}, { for: slider.id }, label("merges")),
      make("div", { className: "slider" }, {},
        button("−1", step(-1), { "aria-label": label("back") }), slider,
        button("+1", step(1), { "aria-label": label("forward") }), output),
      newest, make("label", { className: "check" }, {}, checkbox, label("bytes")), flow, details, counts);
    element.playground = { ids: () => encode().flat().map((token) => token.id) };
    render();
  }

  const elements = document.querySelectorAll(".bpe-playground");
  if (elements.length === 0) return;
  const tokenizer = window.STORYBOT_VOCAB && makeTokenizer(window.STORYBOT_VOCAB);
  elements.forEach((element, number) => {
    const labels = JSON.parse(element.dataset.labels || "{}");
    const label = (key) => labels[key] ?? key; // a forgotten label is easy to see
    if (tokenizer) build(element, tokenizer, label, number);
    else element.textContent = label("missing");
  });
})();
