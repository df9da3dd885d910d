// The search page: looks through window.COURSE_SEARCH (tools/book/search.py), section by section, as the reader types.
//
// A query is cut into words. A word that ends differently in the text still counts: Latin words by their beginning,
// Korean words without their particles, and Asian scripts by pairs of characters. Rare words weigh more than frequent
// ones, and titles, names of exercises and terms of the glossary more than prose.
(() => {
  "use strict";

  const HAN = "\\u3005-\\u3007\\u3400-\\u4dbf\\u4e00-\\u9fff\\uf900-\\ufaff";
  const HIRAGANA = "\\u3041-\\u309f";
  const KATAKANA = "\\u30a0-\\u30ff";
  const HANGUL = "\\uac00-\\ud7af";
  const ASIAN = [HAN, HIRAGANA, KATAKANA, HANGUL];
  const RUNS = new RegExp(`${ASIAN.map((script) => `[${script}]+`).join("|")}|(?:(?![${ASIAN.join("")}])[\\p{L}\\p{N}_.])+`, "gu");
  const begins = (script) => new RegExp(`^[${script}]`, "u");
  const [IS_HAN, IS_HIRAGANA, IS_KATAKANA, IS_HANGUL] = ASIAN.map(begins);
  const LETTER = new RegExp(`(?![${ASIAN.join("")}])[\\p{L}\\p{N}]`, "u"); // a particle may follow a word at once
  const PARTICLES = ("으로부터 에서부터 이라는 으로는 에서는 에게서 이라고 까지 부터 에서 에게 으로 이나 이란 처럼 보다 마다 만큼 " +
    "라는 하는 하고 들의 들을 들이 들은 들 은 는 이 가 을 를 의 에 로 와 과 도 만 나 란").split(" ");
  const ENDINGS = ["ization", "isation", "ations", "ation", "ingly", "ings", "ing", "edly", "ies", "ied", "ers", "ed", "es", "er", "e", "s", "y"];
  const SMALL_WORDS = new Set("a an and are as be by can do does did for from how i in is it its me my of on or our that the this to was we what when where which why will with you your".split(" "));
  const FIELDS = { title: 6, names: 5, text: 1, code: 0.8 };
  const SHOWN = 50;

  const plain = (text) => text.normalize("NFKC").toLowerCase();

  // ---- Words of a query. Each has `ways` in which it may stand in a text, [what, how much that counts, as what], and
  // `pairs` of characters, for when it does not stand there as a whole.

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

  const pairs = (run) => (run.length > 2 ? Array.from({ length: run.length - 1 }, (_, at) => [run.slice(at, at + 2), 0.8, "part"]) : []);

  function wordsOf(query) {
    const words = [];
    for (const run of plain(query).match(RUNS) ?? []) {
      if (IS_HIRAGANA.test(run)) words.push({ ways: [[run, 1, "part"]], pairs: pairs(run), worth: 0.1 }); // endings and particles, mostly
      else if (IS_HAN.test(run)) words.push({ ways: [[run, 1, "part"]], pairs: pairs(run), worth: 1 });
      else if (IS_KATAKANA.test(run)) words.push({ ways: [[run, 1, "part"], [run.replace(/ー$/, ""), 0.95, "part"]], pairs: pairs(run), worth: 1 });
      else if (IS_HANGUL.test(run)) {
        const shorter = withoutParticles(run);
        words.push({ ways: [[run, 1, "part"], ...shorter.map((word) => [word, 0.95, "part"])], pairs: pairs(shorter.at(-1) ?? run), worth: 1 });
      } else {
        const word = run.replace(/^\.+|\.+$/g, "");
        if (word) words.push({ ways: [[word, 1, "word"], [stem(word), 0.8, "beginning"]], pairs: [], worth: SMALL_WORDS.has(word) ? 0.1 : 1 });
      }
    }
    return words;
  }

  // ---- How much an entry has of a word.

  function count(text, [what, , kind]) {
    let times = 0;
    for (let at = text.indexOf(what); at >= 0; at = text.indexOf(what, at + what.length)) {
      const opens = kind === "part" || at === 0 || !LETTER.test(text[at - 1]);
      const closes = kind !== "word" || !LETTER.test(text[at + what.length] ?? " ");
      if (opens && closes) times += 1;
    }
    return times;
  }

  const entries = (window.COURSE_SEARCH ?? []).map((entry) => {
    const fields = {};
    for (const name of Object.keys(FIELDS)) fields[name] = plain([].concat(entry[name]).join("\n"));
    return { ...entry, fields, length: fields.text.length + 200 };
  });
  const usual = entries.reduce((sum, entry) => sum + entry.length, 0) / Math.max(1, entries.length);

  function strength(entry, way) {
    let sum = 0;
    for (const [name, weight] of Object.entries(FIELDS)) {
      const times = count(entry.fields[name], way);
      const long = name === "text" ? 0.4 + (0.6 * entry.length) / usual : 1; // a long text has every word once
      if (times) sum += (weight * times * 2) / (times + long);
    }
    return sum * way[1];
  }

  const rarity = (having) => (having ? Math.log(1 + entries.length / having) : 0); // what stands nowhere counts for nothing
  const sum = (numbers) => numbers.reduce((all, number) => all + number, 0);

  /** For each entry the strength of a word and the part of it that is there; and how rare the word is. */
  function weigh(word) {
    const whole = entries.map((entry) => Math.max(...word.ways.map((way) => strength(entry, way))));
    const rows = word.pairs.map((way) => entries.map((entry) => strength(entry, way))).filter((row) => row.some(Boolean));
    const rare = rows.map((row) => rarity(row.filter(Boolean).length));
    const parts = entries.map((_, at) => (rows.length ? sum(rows.map((row, number) => row[at] * rare[number])) / sum(rare) : 0));
    const share = entries.map((_, at) => (whole[at] ? 1 : rows.length ? sum(rows.map((row) => (row[at] ? 1 : 0))) / rows.length : 0));
    return { strength: entries.map((_, at) => Math.max(whole[at], parts[at])), share, weight: word.worth * rarity(sum(share)) };
  }

  /** The entries that have two fifths of the query or more, the best first. */
  function search(query) {
    const asked = wordsOf(query);
    const words = asked.map(weigh).filter((word) => word.weight > 0);
    const all = sum(words.map((word) => word.weight));
    const wanted = [plain(query).trim(), ...(asked.length === 1 ? asked[0].ways.map(([what]) => what) : [])];
    const found = [];
    entries.forEach((entry, at) => {
      const share = sum(words.map((word) => word.weight * word.share[at])) / all;
      if (!(share >= 0.4)) return;
      const names = [entry.fields.title, ...entry.fields.names.split("\n")];
      const named = wanted.some((name) => names.includes(name)) ? 2 : 1;
      found.push({ entry, score: sum(words.map((word) => word.weight * word.strength[at])) * share ** 1.5 * named });
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
    const lower = Array.from(text, (sign) => (plain(sign).length === sign.length ? plain(sign) : sign)).join(""); // as long
    const marks = [];
    for (const word of wordsOf(query)) {
      if (word.worth < 1) continue;
      const whole = word.ways.find((way) => count(lower, way));
      for (const [what, , kind] of whole ? [whole] : word.pairs) {
        for (let at = lower.indexOf(what); at >= 0; at = lower.indexOf(what, at + what.length)) {
          if (kind !== "part" && at > 0 && LETTER.test(lower[at - 1])) continue;
          let to = at + what.length;
          while (kind === "beginning" && to < lower.length && LETTER.test(lower[to])) to += 1;
          marks.push([at, to]);
        }
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
