// Attention viewer: shows to which tokens of a story each of its tokens attends, for every layer and head.
// Every <div class="attention-viewer"> becomes one; the recording is window.STORYBOT_ATTENTION, made by
// `python -m tools.attention_recording`.
(() => {
  "use strict";

  const SHOWN = 0.01; // a smaller weight gets no number
  const NAMED = 3; // so many of the largest weights are named in words

  // ---- The recording: for each layer and head the lower triangle of a T × T matrix, row by row, in 255ths.

  function readRecording(recording) {
    const { tokens, layers, heads } = recording;
    const bytes = Uint8Array.from(atob(recording.weights), (char) => char.charCodeAt(0));
    const triangle = (tokens.length * (tokens.length + 1)) / 2;
    if (bytes.length !== layers * heads * triangle) throw new Error("the recording has the wrong length");
    // How much the token at `query` attends to the one at `key`; 0 for later ones.
    const weight = (layer, head, query, key) =>
      key > query ? 0 : bytes[(layer * heads + head) * triangle + (query * (query + 1)) / 2 + key] / 255;
    return { ...recording, weight };
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
  const fill = (text, values) => text.replace(/\{(\w+)\}/g, (whole, key) => values[key] ?? whole);

  // A small weight must be seen, too: the tint grows with the root.
  const tint = (weight) => Math.sqrt(weight);

  function makeSlider(id, text, count, start) {
    const input = make("input", {}, { id, type: "range", min: 1, max: count, step: 1, autocomplete: "off" });
    input.value = start + 1;
    const output = make("output", {}, { for: id });
    const node = make("div", { className: "slider" }, {}, make("label", {}, { for: id }, text), input, output);
    const show = () => setText(output, `${input.value} / ${count}`);
    return { input, node, show, value: () => Number(input.value) - 1 };
  }

  function build(element, recording, label, number) {
    const { tokens, start, weight } = recording;
    const id = (name) => `attention-viewer-${number}-${name}`;
    const layer = makeSlider(id("layer"), label("layer"), recording.layers, start.layer);
    const head = makeSlider(id("head"), label("head"), recording.heads, start.head);
    const quote = (at) => fill(label("quote"), { token: tokens[at].trim() });

    const chips = tokens.map((token, at) => {
      const number = make("small");
      return make("span", { className: "tok", at, number }, { role: "option", tabindex: -1 }, token, number);
    });
    const flow = make("div", { className: "flow" }, { role: "listbox", "aria-label": label("story"), "aria-orientation": "horizontal" });
    chips.forEach((chip) => flow.append(chip, ...(tokens[chip.at].endsWith("⏎") ? [make("br")] : [])));
    const row = make("p", { className: "row" }, { "aria-live": "polite" });
    const canvas = make("canvas", {}, { role: "img", "aria-label": label("matrix") });
    const figure = make("figure", { className: "matrix" }, {}, canvas, make("figcaption", {}, {}, label("matrix")));

    let chosen = start.token; // by focus or click
    let query = chosen; // the row that is shown: the token under the pointer, else the chosen one

    const weights = () => tokens.map((_, key) => weight(layer.value(), head.value(), query, key));

    function drawMatrix() {
      const side = Math.round(canvas.clientWidth * (window.devicePixelRatio || 1));
      if (side === 0) return;
      canvas.width = canvas.height = side;
      const [cell, context, style] = [side / tokens.length, canvas.getContext("2d"), getComputedStyle(element)];
      context.fillStyle = style.getPropertyValue("--attn-tint");
      for (let i = 0; i < tokens.length; i += 1) {
        for (let j = 0; j <= i; j += 1) {
          context.globalAlpha = tint(weight(layer.value(), head.value(), i, j));
          context.fillRect(j * cell, i * cell, cell, cell);
        }
      }
      context.globalAlpha = 1;
      context.strokeStyle = style.getPropertyValue("--attn-primary");
      context.lineWidth = Math.max(2, cell / 4);
      context.strokeRect(1, query * cell, (query + 1) * cell, cell);
    }

    function render() {
      layer.show();
      head.show();
      const shown = weights();
      chips.forEach((chip, at) => {
        const value = shown[at];
        chip.style.setProperty("--weight", tint(value).toFixed(3));
        chip.classList.toggle("later", at > query);
        chip.setAttribute("aria-selected", at === query);
        chip.setAttribute("tabindex", at === chosen ? 0 : -1);
        setText(chip.number, value >= SHOWN ? value.toFixed(2) : "");
      });
      const largest = shown.map((value, at) => [value, at]).filter(([value]) => value >= SHOWN)
        .sort(([a], [b]) => b - a).slice(0, NAMED).map(([value, at]) => `${quote(at)} ${value.toFixed(2)}`);
      setText(row, fill(label("row"), { token: quote(query), tokens: largest.join(label("comma")) }));
      Object.assign(element.dataset, { layer: layer.value() + 1, head: head.value() + 1, query });
      drawMatrix();
    }

    const show = (at) => { if (at !== query) { query = at; render(); } };
    const choose = (at) => { chosen = query = at; render(); };
    const chipAt = (event) => event.target.closest(".tok")?.at;

    [layer, head].forEach((slider) => slider.input.addEventListener("input", render));
    flow.addEventListener("click", (event) => { if (chipAt(event) !== undefined) { choose(chipAt(event)); chips[chosen].focus(); } });
    flow.addEventListener("focusin", (event) => { if (chipAt(event) !== undefined) choose(chipAt(event)); });
    flow.addEventListener("pointerover", (event) => { if (event.pointerType !== "touch") show(chipAt(event) ?? query); });
    flow.addEventListener("pointerleave", () => show(chosen));
    flow.addEventListener("keydown", (event) => {
      const last = tokens.length - 1;
      const steps = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1, Home: -last, End: last };
      if (!(event.key in steps)) return;
      event.preventDefault();
      chips[Math.min(last, Math.max(0, chosen + steps[event.key]))].focus();
    });
    const rowOf = (event) => {
      const box = canvas.getBoundingClientRect();
      return Math.min(tokens.length - 1, Math.max(0, Math.floor(((event.clientY - box.top) / box.height) * tokens.length)));
    };
    canvas.addEventListener("pointermove", (event) => show(rowOf(event)));
    canvas.addEventListener("pointerleave", () => show(chosen));
    canvas.addEventListener("click", (event) => choose(rowOf(event)));
    new ResizeObserver(drawMatrix).observe(canvas);
    new MutationObserver(drawMatrix).observe(document.documentElement, { attributes: true, attributeFilter: ["data-theme"] });

    const split = tokens.some((token) => /[¹²³⁴]$/u.test(token));
    element.replaceChildren(
      make("div", { className: "sliders" }, {}, layer.node, head.node),
      make("p", { className: "hint" }, {}, label("hint") + (split ? label("parts") : "")),
      row, make("div", { className: "panels" }, {}, flow, figure),
      make("p", { className: "made" }, {}, fill(label("made"), recording.made)));
    element.attention = { weights };
    render();
  }

  const elements = document.querySelectorAll(".attention-viewer");
  if (elements.length === 0) return;
  const recording = window.STORYBOT_ATTENTION && readRecording(window.STORYBOT_ATTENTION);
  elements.forEach((element, number) => {
    const labels = JSON.parse(element.dataset.labels || "{}");
    const label = (key) => labels[key] ?? key; // a forgotten label is easy to see
    if (recording) build(element, recording, label, number);
    else element.textContent = label("missing");
  });
})();
