// The search page: looks through window.COURSE_SEARCH (tools/book/search.py), section by section, as the reader types.
//
// A query is cut into words. A word that ends differently in the text still counts: Latin words by their beginning,
// Korean words without their particles, and Han and kana by pairs of characters. Rare words weigh more than frequent
// ones, and titles, names of exercises and terms of the glossary more than prose.
(() => {
  "use strict";

  const HAN_KANA = "\\u3005-\\u3007\\u3040-\\u30ff\\u3400-\\u4dbf\\u4e00-\\u9fff\\uf900-\\ufaff";
  const HANGUL = "\\uac00-\\ud7af";
  const RUNS = new RegExp(`[${HAN_KANA}]+|[${HANGUL}]+|(?:(?![${HAN_KANA}${HANGUL}])[\\p{L}\\p{N}_.])+`, "gu");
  const IS_HAN_KANA = new RegExp(`^[${HAN_KANA}]`, "u");
  const IS_HANGUL = new RegExp(`^[${HANGUL}]`, "u");
  const HIRAGANA = /^[\u3040-\u309f]+$/u; // endings and particles, mostly
  const LETTER = /[\p{L}\p{N}]/u;
  const PARTICLES = ("으로부터 에서부터 이라는 으로는 에서는 에게서 이라고 까지 부터 에서 에게 으로 이나 이란 처럼 보다 마다 만큼 " +
    "라는 하는 하고 들의 들을 들이 들은 들 은 는 이 가 을 를 의 에 로 와 과 도 만 나 란").split(" ");
  const ENDINGS = ["ization", "isation", "ations", "ation", "ingly", "ings", "ing", "edly", "ies", "ied", "ers", "ed", "es", "er", "e", "s", "y"];
  const FIELDS = { title: 6, names: 5, text: 1, code: 0.8 };
  const SHOWN = 50;

  const plain = (text) => text.normalize("NFKC").toLowerCase();

  // ---- Words of a query, each with the ways in which it may stand in a text: [what, how much it counts, which kind].

  function stem(word) {
    const ending = ENDINGS.find((end) => word.endsWith(end) && word.length - end.length >= 3);
    if (!ending) return word;
    const left = word.slice(0, word.length - ending.length);
    return /([bdgmnprt])\1$/.test(left) && left.length > 4 && /^(ing|ed|er)/.test(ending) ? left.slice(0, -1) : left; // clipp-ing
  }

  function withoutParticles(word) {
    const found = [];
    for (let at = word, round = 0; round < 2; round += 1) {
      const particle = PARTICLES.find((end) => at.endsWith(end) && at.length > end.length);
      if (!particle) break;
      at = at.slice(0, -particle.length);
      if (at.length > 1) found.push(at);
    }
    return found;
  }

  const pairs = (run) => Array.from({ length: Math.max(1, run.length - 1) }, (_, at) => run.slice(at, at + 2));

  function wordsOf(query) {
    const words = [];
    for (const run of plain(query).match(RUNS) ?? []) {
      if (IS_HAN_KANA.test(run)) {
        words.push({ ways: [[run, 1, "part"]], whole: true });
        if (run.length > 2) pairs(run).forEach((pair) => words.push({ ways: [[pair, HIRAGANA.test(pair) ? 0.15 : 0.8, "part"]] }));
      } else if (IS_HANGUL.test(run)) {
        const shorter = withoutParticles(run);
        words.push({ ways: [[run, 1, "part"], ...shorter.map((word) => [word, 0.95, "part"])] });
        if (run.length > 3) pairs(shorter.at(-1) ?? run).forEach((pair) => words.push({ ways: [[pair, 0.3, "part"]] }));
      } else {
        const word = run.replace(/^\.+|\.+$/g, "");
        if (word) words.push({ ways: [[word, 1, "word"], [stem(word), 0.8, "beginning"]] });
      }
    }
    return words;
  }

  // ---- Counting: how often, and where first, a way of writing a word stands in a text.

  function count(text, [what, , kind]) {
    let times = 0;
    for (let at = text.indexOf(what); at >= 0; at = text.indexOf(what, at + what.length)) {
      const begins = kind === "part" || at === 0 || !LETTER.test(text[at - 1]);
      const ends = kind !== "word" || !LETTER.test(text[at + what.length] ?? " ");
      if (begins && ends) times += 1;
    }
    return times;
  }

  const entries = (window.COURSE_SEARCH ?? []).map((entry) => {
    const fields = {};
    for (const name of Object.keys(FIELDS)) fields[name] = plain([].concat(entry[name]).join("\n"));
    return { ...entry, fields, length: fields.text.length + 200 };
  });
  const usual = entries.reduce((sum, entry) => sum + entry.length, 0) / Math.max(1, entries.length);

  function strength(entry, word) {
    let best = 0;
    for (const way of word.ways) {
      let sum = 0;
      for (const [name, weight] of Object.entries(FIELDS)) {
        const times = count(entry.fields[name], way);
        const long = name === "text" ? 0.4 + (0.6 * entry.length) / usual : 1; // a long text has every word once
        if (times) sum += (weight * times * 2) / (times + long);
      }
      best = Math.max(best, sum * way[1]);
    }
    return best;
  }

  // ---- The search: entries that have at least half of what the query weighs, the best first.

  function search(query) {
    const words = wordsOf(query);
    const table = words.map((word) => entries.map((entry) => strength(entry, word)));
    const weights = table.map((row, number) => {
      const having = row.filter((value) => value > 0).length;
      const rare = having ? Math.log(1 + entries.length / having) : 0; // what stands nowhere counts for nothing
      return rare * Math.max(...words[number].ways.map((way) => way[1]));
    });
    const all = weights.reduce((sum, weight, number) => sum + (words[number].whole ? 0 : weight), 0) || Math.max(0, ...weights);
    const wanted = plain(query).trim();
    const found = [];
    entries.forEach((entry, at) => {
      let score = 0, covered = 0;
      table.forEach((row, number) => {
        if (!row[at]) return;
        score += weights[number] * row[at];
        covered += words[number].whole ? 0 : weights[number];
        if (words[number].whole && words.length === 1) covered += weights[number];
      });
      const share = all ? covered / all : 0;
      if (score === 0 || (share < 0.5 && !words.some((word, number) => word.whole && table[number][at]))) return;
      const exact = entry.names.some((name) => plain(name) === wanted) || entry.fields.title === wanted ? 2 : 1;
      found.push({ entry, score: score * share ** 2 * exact });
    });
    return found.sort((a, b) => b.score - a.score).map(({ entry }) => entry);
  }

  // ---- The page.

  const page = document.querySelector(".course-search");
  if (!page) return;
  const words = JSON.parse(page.dataset.words);
  const input = page.querySelector("input[type=search]");
  const list = page.querySelector(".results");
  const status = page.querySelector(".found");
  const advice = page.querySelector(".advice");
  const fill = (text, values) => text.replace(/\{(\w+)\}/g, (_, key) => values[key]);

  /** Where in the text the words stand, as [from, to], without overlaps. */
  function places(text, query) {
    const lower = plain(text);
    if (lower.length !== text.length) return [];
    const marks = [];
    for (const word of wordsOf(query)) {
      const way = word.ways.find((it) => count(lower, it));
      if (!way || HIRAGANA.test(way[0])) continue;
      for (let at = lower.indexOf(way[0]); at >= 0; at = lower.indexOf(way[0], at + way[0].length)) {
        if (way[2] !== "part" && at > 0 && LETTER.test(lower[at - 1])) continue;
        let to = at + way[0].length;
        while (way[2] === "beginning" && to < lower.length && LETTER.test(lower[to])) to += 1;
        marks.push([at, to]);
      }
    }
    marks.sort((a, b) => a[0] - b[0]);
    return marks.reduce((kept, [from, to]) => {
      const last = kept.at(-1);
      if (last && from <= last[1]) last[1] = Math.max(last[1], to);
      else kept.push([from, to]);
      return kept;
    }, []);
  }

  function marked(text, query) {
    const parts = [];
    let done = 0;
    for (const [from, to] of places(text, query)) {
      const mark = document.createElement("mark");
      mark.textContent = text.slice(from, to);
      parts.push(text.slice(done, from), mark);
      done = to;
    }
    return [...parts, text.slice(done)];
  }

  /** The part of a text with most of the words, about two lines long. */
  function snippet(text, query) {
    const room = /[\u3000-\ud7af]/u.test(text) ? 90 : 180;
    const marks = places(text, query);
    const near = (from) => new Set(marks.filter((mark) => mark[0] >= from && mark[1] <= from + room).map((mark) => text.slice(...mark))).size;
    const best = marks.reduce((kept, mark) => (near(mark[0]) > near(kept) ? mark[0] : kept), marks[0]?.[0] ?? 0);
    let from = Math.max(0, best - room / 4);
    const blank = text.indexOf(" ", from);
    if (from > 0 && blank >= 0 && blank < best) from = blank + 1;
    const piece = text.slice(from, from + room);
    return `${from > 0 ? "…" : ""}${piece}${from + room < text.length ? "…" : ""}`;
  }

  function show(query) {
    const found = query.trim() ? search(query) : [];
    list.replaceChildren(...found.slice(0, SHOWN).map((entry) => {
      const item = document.createElement("li");
      const link = document.createElement("a");
      link.href = entry.at;
      link.append(...marked(entry.title, query));
      const where = document.createElement("span");
      where.className = "where";
      where.textContent = entry.in;
      const text = document.createElement("p");
      text.append(...marked(snippet(entry.text, query), query));
      item.append(link, where, text);
      return item;
    }));
    const values = { n: found.length, query: query.trim() };
    status.textContent = !values.query ? "" : fill(found.length === 0 ? words.none : found.length === 1 ? words.one : words.many, values);
    advice.hidden = !values.query || found.length > 0;
    page.dataset.query = query; // what the list answers
  }

  input.value = new URLSearchParams(location.search).get("q") ?? "";
  show(input.value);
  input.focus();
  input.addEventListener("input", () => {
    show(input.value);
    const address = new URL(location.href);
    address.searchParams.set("q", input.value);
    try { history.replaceState(null, "", address); } catch { /* a page opened as a file may not change its address */ }
  });
  page.querySelector("form").addEventListener("submit", (event) => {
    event.preventDefault();
    list.querySelector("a")?.focus();
  });
  page.addEventListener("keydown", (event) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!step) return;
    const stops = [input, ...list.querySelectorAll("a")];
    const at = stops.indexOf(document.activeElement);
    if (at < 0) return;
    event.preventDefault();
    stops[Math.min(stops.length - 1, Math.max(0, at + step))].focus();
  });
  input.addEventListener("keydown", (event) => { if (event.key === "Escape") { input.value = ""; show(""); } });
})();
