/**
 * Does work after the next paint. A tap that changes much is answered with something small first (its tab is marked), which a slow phone paints
 * before it begins the rest. A hidden page paints nothing: it does the work when it is shown.
 */
export const afterPaint = (work: () => void) => requestAnimationFrame(() => setTimeout(work));
