// Frames that scroll take the keyboard: the theme makes them for wide tables and long lines of code and forgets that.
document.addEventListener("DOMContentLoaded", () => {
  const watch = new MutationObserver(() => reach());
  function reach() {
    for (const frame of document.querySelectorAll(".md-typeset__scrollwrap")) frame.tabIndex = 0;
    for (const code of document.querySelectorAll("pre > code")) if (code.scrollWidth > code.clientWidth) code.tabIndex = 0;
  }
  watch.observe(document.body, { childList: true, subtree: true });
  reach();
});
