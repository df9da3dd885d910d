// Small things the pages need from a script; each works without the others.
(() => {
  // The language switch keeps the place in the text: anchors are the same in every language.
  const links = document.querySelectorAll(".lang-switcher a[data-lang]");
  const follow = () => links.forEach((link) => { link.hash = location.hash; });
  window.addEventListener("hashchange", follow);
  follow();

  // The open list of languages closes on a click elsewhere and on Escape.
  const list = document.querySelector(".lang-switcher details");
  if (list) {
    document.addEventListener("click", (event) => { if (!list.contains(event.target)) list.open = false; });
    document.addEventListener("keydown", (event) => { if (event.key === "Escape") list.open = false; });
  }

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
    document.querySelectorAll(".bd-sidebar-primary a.reference.internal").forEach((link) => {
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
