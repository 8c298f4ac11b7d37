import type { ReactNode } from 'react';
import type { CreateRowsWindow } from '../../core/data/rows-window';

/** Screen heights above and below the viewport: rows that must be rendered now, and rows that are rendered ahead of scrolling. */
const [needed, ahead] = [0.5, 1.5];
/** Blocks rendered ahead per frame: more would delay it, fewer cost almost as much each time. */
const few = 4;
/** Blocks beyond `ahead` that may stay until others are rendered anyway. */
const surplus = 10;
/** Estimated height in px of an unmeasured row. */
const guess = 88;

type Range = [from: number, to: number];

/** Rows far from the viewport are removed, and replaced by their height. A block that has the focus stays. */
export const createRowsWindow: CreateRowsWindow = (root, measures, draw) => {
  let [blocks, mean, measuredBlocks, total] = [0, 0, 0, 0];
  let step = few;
  /** The scheduled frame, and whether scrolling caused it. */
  let frame = 0;
  let scrolled = false;
  /** Px from the top of the list to the end of each block, as far as they have been added up. */
  let ends: number[] = [];
  /** The heights that were added up: a refresh replaces them. */
  let added: number[] = [];
  const endOf = (block: number) => {
    for (let at = ends.length; at <= block; at++)
      ends.push((ends[at - 1] ?? 0) + (measures.heights[at] || mean));
    return ends[block] ?? 0;
  };
  /** The first block that ends below this many px. */
  const blockAt = (y: number) => {
    let [low, high] = [0, blocks - 1];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (endOf(middle) > y) high = middle;
      else low = middle + 1;
    }
    return low;
  };
  /** The blocks within this many screen heights around the viewport, or the nearest one. `top`: of the list, in px of the window. */
  const around = (top: number, window: number, windows: number): Range => [
    blockAt(-top - window * windows),
    blockAt(-top + window * (windows + 1)),
  ];

  /** Measures blocks of earlier frames only, so that the engine needs no additional layout. */
  const measure = (list: HTMLElement, needsMeasuring: (block: number) => boolean) => {
    const { heights } = measures;
    let before: { block: number; top: number } | undefined;
    for (const one of Array.from(list.children) as HTMLElement[]) {
      const block = Number(one.dataset.block ?? -1);
      if (block === before?.block) continue;
      const ask = block >= 0 && needsMeasuring(block);
      const top = before || ask ? one.offsetTop : 0;
      if (before && top > before.top) {
        const [was, is] = [heights[before.block] || mean, top - before.top];
        heights[before.block] = is;
        total += is - was;
        if (was !== is && ends.length > before.block) ends = ends.slice(0, before.block);
      }
      before = ask ? { block, top } : undefined;
    }
  };

  /** A list that is not visible, such as one in a background tab, has no viewport. */
  const look = () => {
    const sheds = scrolled;
    [frame, scrolled] = [0, false];
    const list = root.current;
    const view = list?.ownerDocument.defaultView;
    const all = list?.getBoundingClientRect();
    if (!list || !view || !all?.height || list.closest('[hidden]:not([data-pane])')) return;
    measure(list, (block) => !measures.heights[block]);
    const must = around(all.top, view.innerHeight, needed);
    const may = around(all.top, view.innerHeight, ahead);
    const { held: heldBefore, ...seen } = measures.seen;
    const last = Math.min(seen.to, blocks - 1);
    const [near, end] = seen.from > must[1] || last < must[0] ? must : [seen.from, last];
    const before = near - may[0] >= step || !may[0] ? step : 0;
    const after = may[1] - end >= step || may[1] === blocks - 1 ? step : 0;
    const from = Math.max(may[0], Math.min(must[0], near - before));
    const to = Math.min(may[1], Math.max(must[1], end + after));
    const active = (list.getRootNode() as Document).activeElement?.closest<HTMLElement>('li[data-block]');
    const held = active && list.contains(active) ? Number(active.dataset.block) : undefined;
    const more = from < seen.from || to > last || held !== heldBefore;
    if (!more && !(sheds && from - seen.from + last - to > surplus)) return;
    measure(list, (block) => block < from || block > to); // they may have grown since they were rendered
    measures.seen = { from, to, held };
    draw();
  };
  /** Never at once: rendering may move the viewport, and a list that checks again before it is painted might never end. */
  const lookSoon = () => {
    frame ||= root.current?.ownerDocument.defaultView?.requestAnimationFrame(look) ?? 0;
  };

  return {
    nodes({ items, size, drawRow }) {
      const { heights, seen } = measures;
      const count = Math.ceil(items.length / size);
      while (heights.length < count) heights.push(0);
      if (count !== blocks || heights !== added || !measuredBlocks) {
        const measured = heights.filter((one) => one);
        measuredBlocks = measured.length;
        const sum = measured.reduce((all, one) => all + one, 0);
        mean = measuredBlocks ? sum / measuredBlocks : size * guess;
        total = sum + (count - measuredBlocks) * mean;
        ends = [];
        added = heights;
      }
      blocks = count;
      step = Math.ceil(few / size);
      const nodes: ReactNode[] = [];
      let [drawnTo, rooms] = [-1, 0];
      const leave = (until: number, height: number) => {
        if (until - drawnTo > 1) nodes.push(<Gap key={`room ${rooms++}`} height={height} />);
      };
      const show = (from: number, to: number) => {
        leave(from, endOf(from - 1) - endOf(drawnTo));
        for (let at = from * size; at < Math.min((to + 1) * size, items.length); at++) {
          nodes.push(drawRow(items[at] as (typeof items)[number], at));
        }
        drawnTo = to;
      };
      const { from, held = from } = seen;
      const to = Math.min(seen.to, blocks - 1);
      if (held < from) show(held, held);
      show(from, to);
      if (held > to && held < blocks) show(held, held);
      leave(blocks, total - endOf(drawnTo));
      return nodes;
    },
    drawn() {
      lookSoon();
    },
    follow() {
      const list = root.current;
      if (!list) return () => {};
      const view = list.ownerDocument.defaultView;
      // the scrolling element may be the page, or a box around the list, also inside a shadow root
      const roots = new Set([list.ownerDocument, list.getRootNode()]);
      const moved = () => {
        scrolled = true;
        lookSoon();
      };
      const turned = () => {
        measures.heights.fill(0); // another width means other heights
        [measuredBlocks, ends] = [0, []];
        lookSoon();
      };
      const how = { capture: true, passive: true };
      for (const one of roots) one.addEventListener('scroll', moved, how);
      view?.addEventListener('resize', turned);
      return () => {
        for (const one of roots) one.removeEventListener('scroll', moved, how);
        view?.removeEventListener('resize', turned);
        view?.cancelAnimationFrame(frame);
        frame = 0;
      };
    },
  };
};

/** Replaces removed rows. */
const Gap = ({ height }: { height: number }) => <li aria-hidden="true" data-room="" style={{ height }} />;
