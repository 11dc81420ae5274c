// Scroll a part of the page into view, unless that would move visible marks of the board out of view.
function approach(part) {
  const isSeen = () => ((box) => box && box[1] >= 0 && box[3] <= innerHeight)(pointed()), wasSeen = isSeen(), before = scrollY;
  part.scrollIntoView({ block: "nearest" });
  if (wasSeen && !isSeen()) window.scrollTo(0, before);
}

// Scroll the marks of the board into view: into the frame, and above the sentence at the bottom of a phone's screen.
function reveal() {
  const telling = find("telling");
  centre();
  const isAtFoot = getComputedStyle(telling).position === "sticky", onScreen = isAtFoot && pointed();
  if (onScreen) window.scrollBy(0, toScroll(onScreen[1], onScreen[3], 0, telling.getBoundingClientRect().top));
  if (!isAtFoot && !find("draw").hidden) approach(find("draw"));
}
