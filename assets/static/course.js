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
})();
