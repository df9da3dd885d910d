// Small things the pages need from a script; each works without the others.
(() => {
  // The language switch keeps the place in the text: anchors are the same in every language.
  const links = document.querySelectorAll(".lang-switcher a[data-lang]");
  const follow = () => links.forEach((link) => { link.hash = location.hash; });
  window.addEventListener("hashchange", follow);
  follow();

  // A language that is chosen here is remembered; the page above the languages (assets/index.html) asks for it.
  links.forEach((link) => link.addEventListener("click", () => {
    try { localStorage.setItem("bytes-to-stories:language", link.dataset.lang); } catch { /* storage is switched off */ }
  }));

  // An open menu of the header closes on a click elsewhere and on Escape.
  document.querySelectorAll(".lang-switcher details, .launch-menu details").forEach((list) => {
    document.addEventListener("click", (event) => { if (!list.contains(event.target)) list.open = false; });
    document.addEventListener("keydown", (event) => { if (event.key === "Escape") list.open = false; });
  });

  // What scrolls sideways by itself, on a phone, can be reached and scrolled with the keyboard.
  const wide = document.querySelectorAll("pre, .course-figure, .math-block, .pst-scrollable-table-container");
  const reach = (element) => {
    if (element.scrollWidth > element.clientWidth) element.tabIndex = 0;
    else element.removeAttribute("tabindex");
  };
  const watcher = new ResizeObserver((changes) => changes.forEach((change) => reach(change.target)));
  wide.forEach((element) => watcher.observe(element));

  // Paper is light, whatever the screen is.
  let theme;
  window.addEventListener("beforeprint", () => { theme = document.documentElement.dataset.theme; document.documentElement.dataset.theme = "light"; });
  window.addEventListener("afterprint", () => { document.documentElement.dataset.theme = theme; });

  // A page that was opened from disk cannot read other pages: the search then lists titles without an extract.
  if (location.protocol === "file:" && typeof DOCUMENTATION_OPTIONS !== "undefined") DOCUMENTATION_OPTIONS.SHOW_SEARCH_SUMMARY = false;

  // What the learner has done. `make learn` serves it beside the pages; elsewhere there is nothing to show.
  const source = document.querySelector('link[rel="course-progress"]');
  if (source && location.protocol !== "file:") {
    fetch(source.href).then((answer) => (answer.ok ? answer.json() : null)).then(showProgress).catch(() => {});
  }
  function showProgress(progress) {
    if (!progress) return;
    document.querySelectorAll(".exercise-level[data-exercise]").forEach((level) => {
      const state = progress.exercises[level.dataset.exercise];
      if (state === "solved" || state === "tried") {
        const mark = document.createElement("span");
        mark.className = `exercise-state ${state}`;
        mark.textContent = `${state === "solved" ? "✓" : "✗"} ${progress.words[state]}`;
        level.append(mark);
      }
    });
    document.querySelectorAll(".course-ticks [data-exercise]").forEach((square) => {
      const state = progress.exercises[square.dataset.exercise];
      if (state === "solved" || state === "tried") square.classList.add(state);
    });
    document.querySelectorAll(".bd-sidebar-primary a.reference.internal, .course-map a.reference.internal").forEach((link) => {
      const name = decodeURIComponent(new URL(link.href).pathname).split("/").pop().replace(/\.html$/, "");
      const chapter = progress.chapters[name];
      if (chapter) {
        const count = document.createElement("span");
        count.className = `chapter-progress${chapter.solved === chapter.total ? " done" : ""}`;
        count.textContent = `${chapter.solved === chapter.total ? "✓ " : ""}${chapter.solved}/${chapter.total}`;
        link.append(count);
      }
    });
  }
})();
