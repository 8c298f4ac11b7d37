import type { ReactNode } from 'react';
import type { CreateRowsWindow } from '../../core/data/rows-window';

/** Windows above and below what is seen that are kept. */
const margin = 1.5;
/** Px of a row that nothing is known of yet. */
const guess = 88;

/** Rows far from what is seen leave the document and leave their height behind. A block that holds the focus stays. */
export const createRowsWindow: CreateRowsWindow = (root, measures, draw) => {
  let [blocks, mean] = [0, 0];
  let drawnFrom: readonly unknown[] = [];
  let drawn = new Map<number, ReactNode>();
  const heightOf = (at: number) => measures.heights.get(at) ?? mean;

  /** Which blocks are near what is seen. A list that is not shown, as of a tab in the background, sees nothing. */
  const look = () => {
    const { seen } = measures;
    const here = root.current;
    const view = here?.ownerDocument.defaultView;
    const all = here?.getBoundingClientRect();
    if (!here || !view || !all?.height) return;
    const far = view.innerHeight * margin;
    let y = all.top;
    let [from, to] = [-1, 0];
    for (let at = 0; at < blocks; at++) {
      const end = y + heightOf(at);
      if (end > -far && y < view.innerHeight + far) {
        if (from < 0) from = at;
        to = at;
      }
      y = end;
    }
    if (from < 0) [from, to] = all.top > 0 ? [0, 0] : [blocks - 1, blocks - 1];
    const active = (here.getRootNode() as Document).activeElement?.closest<HTMLElement>('li[data-block]');
    const held = active && here.contains(active) ? Number(active.dataset.block) : undefined;
    if (from === seen.from && to === seen.to && held === seen.held) return;
    measures.seen = { from, to, held };
    draw();
  };

  return {
    nodes({ blocks: all, size, of, drawBlock }) {
      blocks = all;
      const measured = [...measures.heights.values()];
      mean = measured.length ? measured.reduce((sum, one) => sum + one, 0) / measured.length : size * guess;
      // while only what is seen changes, the blocks that stay are not drawn again: a slow phone has a frame for those that come
      const same = of.every((one, at) => one === drawnFrom[at]);
      const before = same ? drawn : undefined;
      drawn = new Map();
      drawnFrom = of;
      const { seen } = measures;
      const rows: ReactNode[] = [];
      let room = 0;
      const leave = (at: number) => {
        if (room) rows.push(<Room key={`room ${at}`} height={room} />);
        room = 0;
      };
      for (let at = 0; at < blocks; at++) {
        if ((at < seen.from || at > seen.to) && at !== seen.held) {
          room += heightOf(at);
          continue;
        }
        leave(at);
        const one = before?.get(at) ?? drawBlock(at);
        drawn.set(at, one);
        rows.push(one);
      }
      leave(blocks);
      return rows;
    },
    drawn() {
      const rows = [...(root.current?.children ?? [])] as HTMLElement[];
      const firsts = rows.filter((one, at) => one.dataset.block !== rows[at - 1]?.dataset.block);
      firsts.forEach((first, at) => {
        const next = firsts[at + 1];
        if (first.dataset.block && next && next.offsetTop > first.offsetTop)
          measures.heights.set(Number(first.dataset.block), next.offsetTop - first.offsetTop);
      });
      look();
    },
    follow() {
      const here = root.current;
      if (!here) return () => {};
      const view = here.ownerDocument.defaultView;
      // what scrolls may be the page, or a box around it, also inside a shadow root
      const roots = new Set([here.ownerDocument, here.getRootNode()]);
      const turned = () => {
        measures.heights.clear(); // another width, other heights
        look();
      };
      const how = { capture: true, passive: true };
      for (const one of roots) one.addEventListener('scroll', look, how);
      view?.addEventListener('resize', turned);
      return () => {
        for (const one of roots) one.removeEventListener('scroll', look, how);
        view?.removeEventListener('resize', turned);
      };
    },
  };
};

/** In the place of rows that are far away. */
const Room = ({ height }: { height: number }) => <li aria-hidden="true" data-room="" style={{ height }} />;
