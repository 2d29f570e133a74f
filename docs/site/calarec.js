// Frames that scroll take the keyboard: the theme makes them for wide tables, and takes it from long lines of code when a phone is turned.
document.addEventListener("DOMContentLoaded", () => {
  function reach() {
    const wide = [...document.querySelectorAll("pre > code")].filter((code) => code.scrollWidth > code.clientWidth);
    for (const frame of [...document.querySelectorAll(".md-typeset__scrollwrap"), ...wide]) if (frame.tabIndex < 0) frame.tabIndex = 0;
  }
  const watch = new MutationObserver(reach);
  watch.observe(document.body, { childList: true, subtree: true, attributeFilter: ["tabindex"] });
  addEventListener("resize", reach);
  reach();
});
