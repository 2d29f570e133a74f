// What does not fit on a screen: text that is cut off, controls that are too small for a finger, and a page that is wider than its window.
(() => {
  const isSeen = (each) => each.checkVisibility({ visibilityProperty: true }) && each.getClientRects().length;
  const name = (each) => `${each.tagName.toLowerCase()}.${each.className} ${(each.innerText || each.getAttribute("aria-label") || "").slice(0, 40)}`;
  const found = [];
  const wider = document.documentElement.scrollWidth - innerWidth;
  if (wider > 0) found.push(`wider by ${wider}`);
  for (const each of document.querySelectorAll("#page :is(a, button, select, summary, p, span, td, th, h2, h3, label)")) {
    if (!isSeen(each) || each.closest(".named, .unseen, .picker .face")) continue;
    const style = getComputedStyle(each);
    const isCut = each.clientWidth && each.scrollWidth > each.clientWidth + 1;
    if (isCut && style.display !== "inline" && style.overflowX !== "auto") found.push(`cut off: ${name(each)}`);
  }
  // Links and buttons within text, tables and the list of moves are as high as their lines.
  for (const each of document.querySelectorAll("#page :is(a, button, select, summary, input)")) {
    if (!isSeen(each) || each.closest("p:not(.bar), td, .book, .moves") || getComputedStyle(each).opacity === "0") continue;
    const { width, height } = each.getBoundingClientRect();
    if (height < 43.5 || width < 24) found.push(`small: ${name(each)} ${Math.round(width)}x${Math.round(height)}`);
  }
  return [...new Set(found)];
})()
