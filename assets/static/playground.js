// BPE playground: shows how a text is cut to tokens by the first n merges of a vocabulary.
// Every <div class="bpe-playground"> becomes one; the vocabulary is window.STORYBOT_VOCAB.
(() => {
  "use strict";

  const MAX_CHIPS = 2000; // more chips than this would make typing slow
  const MAX_CACHED = 20000; // pretokens; typing makes new ones all the time
  const NO_RANK = 0x7fffffff;
  const VISIBLE = { " ": "␣", "\n": "⏎", "\t": "⇥" };
  const DEFAULT_LABELS = {
    text: "Text", merges: "Merges", back: "One merge back", forward: "One merge forward",
    newest: "Newest merge", bytes: "Show ids and bytes", missing: "The vocabulary is missing.",
    counts: "{tokens} tokens · {bytes} bytes · {chars} characters · {ratio} bytes per token",
    hint: "",
  };

  // ---- Bytes. A byte string is kept as a latin-1 string: one character per byte, so that
  // it can be sliced cheaply and used as the key of a Map.

  const encoder = new TextEncoder();
  const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

  const toBytes = (latin) => Uint8Array.from(latin, (char) => char.charCodeAt(0));
  const hexBytes = (latin) => Array.from(toBytes(latin), (b) => b.toString(16).padStart(2, "0"));
  const escapeBytes = (latin) => hexBytes(latin).map((hex) => "\\x" + hex).join("");

  function utf8(text) {
    // Not fromCharCode(...bytes): a long text has more bytes than a call may have arguments.
    return Array.from(encoder.encode(text), (byte) => String.fromCharCode(byte)).join("");
  }

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
      return escapeBytes(latin); // only a part of a character
    }
    // A lone joiner or variation selector would be an empty chip: show its bytes.
    if (/^\p{Default_Ignorable_Code_Point}+$/u.test(text)) return escapeBytes(latin);
    return text.replace(/[ \p{Cc}\u2028\u2029]/gu, (char) => VISIBLE[char] ?? escapeBytes(utf8(char)));
  }

  // ---- The tokenizer

  // Joins the bytes of one pretoken. A piece is known by its start; next[start] is its end
  // and the start of the following piece; rank[start] is the merge of the two.
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
      // One walk joins every pair of this rank, left to right: searching again after every
      // join would give the same result, but takes seconds for a very long pretoken.
      for (let at = 0; at < end; at = next[at]) {
        if (rank[at] !== best) continue;
        next[at] = next[next[at]];
        previous[next[at]] = at;
        rank[at] = pairRank(at);
        const before = previous[at];
        if (before >= 0) rank[before] = pairRank(before);
        // A join that makes a pair of a lower rank: that pair comes first.
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
    for (const match of text.matchAll(regex)) {
      if (match[0] === "") continue;
      if (match.index > done) yield [text.slice(done, match.index), false];
      yield [match[0], true];
      done = match.index + match[0].length;
    }
    if (done < text.length) yield [text.slice(done), false];
  }

  function specialRegex(names) {
    if (names.length === 0) return /(?!)/gu; // never matches
    const longestFirst = [...names].sort((a, b) => b.length - a.length);
    return new RegExp(longestFirst.map((name) => name.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&")).join("|"), "gu");
  }

  function makeTokenizer(vocab) {
    const merges = vocab.merges.map(([left, right]) => [unescapeToken(left), unescapeToken(right)]);
    const specials = new Map(Object.entries(vocab.special_tokens ?? {}));
    const specialPattern = specialRegex([...specials.keys()]);
    const pretokenPattern = new RegExp(vocab.pattern, "gu");
    const ranks = new Map();
    merges.forEach(([left, right], k) => ranks.has(left + right) || ranks.set(left + right, k));

    const makeToken = (latin, id, special) => ({
      id, special, text: displayText(latin),
      info: `id ${id} · ${hexBytes(latin).join(" ")}`, hex: hexBytes(latin).join(" "),
      endsLine: !special && latin.includes("\n"),
    });
    const tokens = new Map();
    function tokenOf(latin) {
      const id = latin.length === 1 ? latin.charCodeAt(0) : 256 + ranks.get(latin);
      if (!tokens.has(latin)) tokens.set(latin, makeToken(latin, id, false));
      return tokens.get(latin);
    }

    let cache = new Map();
    let cachedFor = -1;
    function encodePretoken(pretoken, n) {
      if (cachedFor !== n || cache.size > MAX_CACHED) [cache, cachedFor] = [new Map(), n];
      if (!cache.has(pretoken)) {
        const rankOf = (joined) => {
          const k = ranks.get(joined);
          return k !== undefined && k < n ? k : NO_RANK;
        };
        cache.set(pretoken, mergePieces(utf8(pretoken), rankOf).map(tokenOf));
      }
      return cache.get(pretoken);
    }

    // A list of pretokens, each a list of tokens.
    function encode(text, n) {
      const groups = [];
      for (const [part, isSpecial] of cut(text, specialPattern)) {
        if (isSpecial) groups.push([makeToken(utf8(part), specials.get(part), true)]);
        else for (const [pretoken] of cut(part, pretokenPattern)) groups.push(encodePretoken(pretoken, n));
      }
      return groups;
    }

    function describeMerge(k) {
      const [left, right, joined] = [...merges[k], merges[k].join("")].map((latin) => `"${displayText(latin)}"`);
      return `${left} + ${right} → ${joined} (id ${256 + k})`;
    }
    return { total: merges.length, encode, describeMerge };
  }

  // ---- The page

  function make(tag, properties = {}, ...children) {
    const node = Object.assign(document.createElement(tag), properties);
    node.append(...children);
    return node;
  }

  const button = (text, onclick) => make("button", { type: "button", textContent: text, onclick });

  // Only a changed text is written: a live region would be read aloud again.
  const setText = (node, text) => node.textContent === text || (node.textContent = text);

  function makeChip(token, withBytes) {
    const chip = make("span", { className: token.special ? "tok special" : "tok", tabIndex: -1, title: token.info, token }, token.text);
    chip.setAttribute("role", "listitem");
    chip.style.setProperty("--h", ((token.id * 137.508) % 360).toFixed(1)); // golden angle
    if (withBytes) chip.append(make("small", {}, `${token.id}\n${token.hex}`));
    return chip;
  }

  function makeFlow(groups, withBytes) {
    const flow = document.createDocumentFragment();
    let room = MAX_CHIPS;
    for (const group of groups) {
      const pretoken = make("span", { className: "pretoken" });
      for (const token of group.slice(0, room)) {
        pretoken.append(makeChip(token, withBytes));
        if (token.endsLine) pretoken.append(make("br"));
      }
      flow.append(pretoken);
      room -= group.length;
      if (room < 0) flow.append("…");
      if (room < 0) break;
    }
    return flow;
  }

  // Details of a chip: the one under the pointer, else the chosen one (focus, click), else the
  // hint. One chip at a time is in the Tab order; the arrow keys move to the others.
  function watchChips(flow, details, hint) {
    let chosen = null;
    const show = (chip) => setText(details, chip ? `${chip.token.text} · ${chip.token.info}` : hint);
    const makeReachable = (chip) => {
      flow.querySelector(".tok[tabindex='0']")?.setAttribute("tabindex", "-1");
      chip?.setAttribute("tabindex", "0");
    };
    const choose = (chip) => {
      chosen?.classList.remove("chosen");
      chosen = chip;
      chosen?.classList.add("chosen");
      makeReachable(chip ?? flow.querySelector(".tok"));
      show(chip);
    };
    const chooseTarget = (event) => event.target.closest(".tok") && choose(event.target.closest(".tok"));
    flow.addEventListener("click", chooseTarget);
    flow.addEventListener("focusin", chooseTarget);
    flow.addEventListener("pointerover", (event) => show(event.target.closest(".tok") ?? chosen));
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

  function build(element, tokenizer, labels, number) {
    const { total } = tokenizer;
    const start = parseInt(element.dataset.merges ?? total, 10);
    const clamp = (n) => Math.max(0, Math.min(total, Number.isNaN(n) ? total : n));
    const id = (name) => `bpe-playground-${number}-${name}`;

    const area = make("textarea", { id: id("text"), rows: 3, spellcheck: false, autocomplete: "off", value: element.dataset.text ?? "" });
    const slider = make("input", { id: id("merges"), type: "range", min: 0, max: total, step: 1, autocomplete: "off" });
    slider.value = clamp(start); // after max: a range input clamps its value at once
    const output = make("output", { htmlFor: slider.id });
    const newest = make("p", { className: "newest" });
    const checkbox = make("input", { type: "checkbox", autocomplete: "off" });
    const flow = make("div", { className: "flow" });
    const details = make("p", { className: "details" });
    const counts = make("p", { className: "counts", id: id("counts") });
    flow.setAttribute("role", "list");
    flow.setAttribute("aria-labelledby", counts.id);
    details.setAttribute("aria-live", "polite");
    const resetDetails = watchChips(flow, details, labels.hint);
    const encode = () => tokenizer.encode(wellFormed(area.value), Number(slider.value));

    function render() {
      const n = Number(slider.value);
      const text = wellFormed(area.value);
      const groups = encode();
      const prefix = /[:：]\s*$/u.test(labels.newest) ? labels.newest.trim() : labels.newest + ":";
      setText(output, `${n} / ${total}`);
      setText(newest, n > 0 ? `${prefix} ${tokenizer.describeMerge(n - 1)}` : "");
      flow.replaceChildren(makeFlow(groups, checkbox.checked));
      resetDetails();

      const tokens = groups.reduce((sum, group) => sum + group.length, 0);
      const bytes = encoder.encode(text).length;
      const numbers = { tokens, bytes, chars: [...text].length, ratio: tokens ? (bytes / tokens).toFixed(2) : "–" };
      setText(counts, labels.counts.replace(/\{(\w+)\}/g, (whole, key) => numbers[key] ?? whole));
      Object.assign(element.dataset, { tokenCount: tokens, byteCount: bytes, charCount: numbers.chars });
    }

    let frame = 0;
    const schedule = () => {
      frame = frame || requestAnimationFrame(() => { frame = 0; render(); });
    };
    const step = (by) => () => { slider.value = clamp(Number(slider.value) + by); schedule(); };
    const steps = [[-1, "−1", labels.back], [1, "+1", labels.forward]].map(([by, text, label]) => {
      const node = button(text, step(by));
      node.setAttribute("aria-label", label);
      return node;
    });
    const samples = JSON.parse(element.dataset.samples || "[]").map(([name, sample]) =>
      button(name, () => { area.value = sample; schedule(); }));
    for (const control of [area, slider, checkbox]) control.addEventListener("input", schedule);

    element.replaceChildren(
      make("label", { htmlFor: area.id }, labels.text), area,
      make("div", { className: "samples" }, ...samples),
      make("label", { htmlFor: slider.id }, labels.merges),
      make("div", { className: "slider" }, steps[0], slider, steps[1], output),
      newest, make("label", { className: "check" }, checkbox, labels.bytes), flow, details, counts);
    element.playground = { ids: () => encode().flat().map((token) => token.id) };
    render();
  }

  function main() {
    const elements = document.querySelectorAll(".bpe-playground");
    if (elements.length === 0) return;
    const tokenizer = window.STORYBOT_VOCAB && makeTokenizer(window.STORYBOT_VOCAB);
    elements.forEach((element, number) => {
      const labels = { ...DEFAULT_LABELS, ...JSON.parse(element.dataset.labels || "{}") };
      if (tokenizer) build(element, tokenizer, labels, number);
      else element.textContent = labels.missing;
    });
  }

  main();
})();
