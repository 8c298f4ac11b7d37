/**
 * Whether it is in sight for sure, without waiting for the next frame. A frame's own window says nothing about the member's, and a page in
 * the background waits.
 */
export function isInWindow(element: HTMLElement) {
  const { top, bottom, left, right } = element.getBoundingClientRect();
  const { innerHeight, innerWidth, parent } = window;
  return (
    parent === window &&
    !document.hidden &&
    top < innerHeight &&
    bottom > Math.max(0, top) &&
    left < innerWidth &&
    right > Math.max(0, left)
  );
}
