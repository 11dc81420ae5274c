// Bring a part of the page into view, unless what is pointed at is seen and would not be.
function approach(part) {
  const isSeen = () => ((box) => box && box[1] >= 0 && box[3] <= innerHeight)(pointed()), wasSeen = isSeen(), before = scrollY;
  part.scrollIntoView({ block: "nearest" });
  if (wasSeen && !isSeen()) window.scrollTo(0, before);
}

// Bring what is pointed at into view: in the frame, and above what lies at the foot of a phone's screen.
function reveal() {
  const telling = find("telling");
  centre();
  const isAtFoot = getComputedStyle(telling).position === "sticky", onScreen = isAtFoot && pointed();
  if (onScreen) window.scrollBy(0, toScroll(onScreen[1], onScreen[3], 0, telling.getBoundingClientRect().top));
  if (!isAtFoot && !find("draw").hidden) approach(find("draw"));
}
