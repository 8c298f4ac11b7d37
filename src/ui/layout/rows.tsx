import { css } from 'goober';
import { Fragment, type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { Measures } from '../../core/data/measures';

/** Rows that come and go together: few, since a slow phone has a frame for the ones that come. */
const block = 10;
/** Whole rows of tiles, be there two, three or four in a row. */
const tileBlock = 12;
/** A list this long is all there; only longer ones leave out what is far away. */
const whole = 100;
/** Windows above and below what is seen that are kept. */
const margin = 1.5;
/** Px of a row that nothing is known of yet. */
const guess = 88;

// No row asks for the one before it (`li + li`, `:first-child`): whenever one came or went, the engine would style all of them again.
const list = css`
  margin-bottom: -10px;
  & > li {
    margin-bottom: 10px;
  }
  & > [data-room],
  &[data-layout],
  &[data-layout] > li {
    margin-bottom: 0;
  }
  &[data-layout='tiles'] {
    display: grid;
    grid-template-columns: repeat(auto-fill, minmax(9.6em, 1fr));
    grid-gap: 10px;
  }
  &[data-layout='tiles'] > li > * {
    height: 100%;
  }
  & > [data-room] {
    grid-column: 1 / -1;
  }
  &[data-layout='joined'] {
    overflow: hidden;
    border-radius: var(--cp-round);
    background: var(--cp-card);
  }
  &[data-layout='joined'] > [data-block] {
    border-top: 1px solid var(--cp-line);
  }
  &[data-layout='joined']::before {
    content: '';
    display: block;
    margin-bottom: -1px;
  }
`;

interface Props<T> {
  items: readonly T[];
  /** Whether there are more than these. */
  open: boolean;
  itemKey(item: T): string;
  children(item: T): ReactNode;
  /** One card with lines between the rows, or cards side by side; without either, cards below each other. */
  layout?: 'joined' | 'tiles' | undefined;
  /** What the list has measured before, kept with its answers. */
  measures: Measures;
}

/**
 * The rows of a list. Those far from what is seen leave the document and leave their height behind; each says which one of
 * how many it is, so that nobody is told of a shorter list. A block that holds the focus stays.
 */
export function Rows<T>({ items, open, itemKey, children, layout, measures }: Props<T>) {
  const root = useRef<HTMLUListElement>(null);
  const size = layout === 'tiles' ? tileBlock : block;
  const blocks = Math.ceil(items.length / size);
  const windowed = items.length > whole;
  const [seen, setSeen] = useState(measures.seen);
  // the first time, a window's worth is painted before the rest is drawn
  const [begun, setBegun] = useState(measures.begun);
  useEffect(() => {
    measures.begun = true;
    setBegun(true);
  }, []);
  const { heights } = measures;
  const measured = [...heights.values()];
  const mean = measured.length ? measured.reduce((sum, one) => sum + one, 0) / measured.length : size * guess;
  const heightOf = (at: number) => heights.get(at) ?? mean;

  /** Which blocks are near what is seen. A list that is not shown, as of a tab in the background, sees nothing. */
  const look = () => {
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
    setSeen(measures.seen);
  };
  const now = useRef(look);
  now.current = look;

  useLayoutEffect(() => {
    if (!windowed) return;
    // biome-ignore lint/style/noNonNullAssertion: an effect runs when the list is in the document
    const firsts = [...root.current!.children].filter(
      (one, at, all) =>
        (one as HTMLElement).dataset.block !== (all[at - 1] as HTMLElement | undefined)?.dataset.block,
    ) as HTMLElement[];
    firsts.forEach((first, at) => {
      const next = firsts[at + 1];
      if (first.dataset.block && next && next.offsetTop > first.offsetTop)
        heights.set(Number(first.dataset.block), next.offsetTop - first.offsetTop);
    });
    look();
  });
  useEffect(() => {
    if (!windowed) return;
    // biome-ignore lint/style/noNonNullAssertion: as above
    const here = root.current!;
    const view = here.ownerDocument.defaultView;
    // what scrolls may be the page, or a box around it, also inside a shadow root
    const roots = new Set([here.ownerDocument, here.getRootNode()]);
    const scrolled = () => now.current();
    const turned = () => {
      heights.clear(); // another width, other heights
      now.current();
    };
    const how = { capture: true, passive: true };
    for (const one of roots) one.addEventListener('scroll', scrolled, how);
    view?.addEventListener('resize', turned);
    return () => {
      for (const one of roots) one.removeEventListener('scroll', scrolled, how);
      view?.removeEventListener('resize', turned);
    };
  }, [windowed]);

  // while only what is seen changes, the blocks that stay are not drawn again: a slow phone has a frame for those that come
  const drawnFrom = [items, open, children];
  const drawn = useRef({ from: drawnFrom, blocks: new Map<number, ReactNode>() });
  const same = drawnFrom.every((one, at) => one === drawn.current.from[at]);
  const before = same ? drawn.current.blocks : undefined;
  const blocksDrawn = new Map<number, ReactNode>();
  drawn.current = { from: drawnFrom, blocks: blocksDrawn };

  const near = (at: number) => !windowed || (at >= seen.from && at <= seen.to) || at === seen.held;
  const rows: ReactNode[] = [];
  let room = 0;
  const leave = (at: number) => {
    if (room) rows.push(<Room key={`room ${at}`} height={room} />);
    room = 0;
  };
  for (let at = 0; at < (begun ? blocks : 1); at++) {
    if (!near(at)) {
      room += heightOf(at);
      continue;
    }
    leave(at);
    const one = before?.get(at) ?? (
      <Fragment key={at}>
        {items.slice(at * size, (at + 1) * size).map((item, place) => (
          <li
            key={itemKey(item)}
            data-block={at}
            aria-setsize={windowed ? (open ? -1 : items.length) : undefined}
            aria-posinset={windowed ? at * size + place + 1 : undefined}
          >
            {children(item)}
          </li>
        ))}
      </Fragment>
    );
    blocksDrawn.set(at, one);
    rows.push(one);
  }
  leave(blocks);
  return (
    // biome-ignore lint/a11y/noRedundantRoles: without its dots, a list is none to VoiceOver unless it says so
    <ul ref={root} role="list" className={list} data-layout={layout}>
      {rows}
    </ul>
  );
}

/** In the place of rows that are far away. */
const Room = ({ height }: { height: number }) => <li aria-hidden="true" data-room="" style={{ height }} />;
