import { css } from 'goober';
import { type ReactNode, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useApp } from '../../core/app';
import type { Measures } from '../../core/data/measures';
import type { RowsWindow } from '../../core/data/rows-window';

/** Rows that are painted before the rest is drawn: as many as a phone shows, of lines or tiles and of cards. */
const first = { lines: 10, cards: 4 };
/** Milliseconds after that in which a tap is heard first. */
const pause = 50;
/** Tiles that come and go together: whole rows of tiles, be there two, three or four in a row. */
const tileBlock = 12;
/** A list this long is all there; only longer ones leave out what is far away. */
const shortList = 100;

// No row asks for the one before it (`li + li`, `:first-child`): whenever one came or went, the engine would style all of them again.
// Each row of a long list is laid out and painted by itself (`contain`), so that the engine does not paint all of them again.
const list = css`
  margin-bottom: -10px;
  & > li {
    margin-bottom: 10px;
  }
  & > [aria-posinset] {
    contain: layout style;
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
  /** Below the last row, once that is there: nothing moves then. */
  end: ReactNode;
}

interface RowProps {
  item: unknown;
  draw(item: unknown): ReactNode;
}
/** While only what is seen changes, the rows that stay are not rendered again: a slow phone has a frame for those that come. */
const Row = ({ item, draw }: RowProps) => useMemo(() => draw(item), [item, draw]);

/**
 * The rows of a list, the first of them first. Those of a long list that are far from what is seen leave the document
 * (`rows-window.tsx`); each says which one of how many it is, so that nobody is told of a shorter list.
 */
export function Rows<T>({ items, open, itemKey, children, layout, measures, end }: Props<T>) {
  const { onLongList } = useApp();
  const root = useRef<HTMLUListElement>(null);
  const long = items.length > shortList;
  const [window, setWindow] = useState<RowsWindow>();
  const [, drawAgain] = useState({});
  // the first time, a window's worth is painted before the rest is drawn
  const [begun, setBegun] = useState(measures.begun);
  useEffect(() => {
    const timer = setTimeout(() => {
      measures.begun = true;
      setBegun(true);
    }, pause);
    return () => clearTimeout(timer);
  }, []);
  useEffect(
    () =>
      long
        ? onLongList?.((createWindow) => setWindow(createWindow(root, measures, () => drawAgain({}))))
        : undefined,
    [long, measures],
  );
  const windowed = long ? window : undefined;
  useLayoutEffect(() => windowed?.drawn());
  useEffect(() => windowed?.follow(), [windowed]);

  const size = layout === 'tiles' ? tileBlock : 1;
  const drawRow = (item: T, at: number) => (
    <li
      key={itemKey(item)}
      data-block={Math.floor(at / size)}
      aria-setsize={windowed ? (open ? -1 : items.length) : undefined}
      aria-posinset={windowed ? at + 1 : undefined}
    >
      <Row item={item} draw={children as RowProps['draw']} />
    </li>
  );
  const drawn = begun ? items : items.slice(0, layout ? first.lines : first.cards);
  return (
    <>
      {/* biome-ignore lint/a11y/noRedundantRoles: without its dots, a list is none to VoiceOver unless it says so */}
      <ul ref={root} role="list" className={list} data-layout={layout}>
        {windowed ? windowed.nodes({ items, size, drawRow }) : drawn.map(drawRow)}
      </ul>
      {drawn.length === items.length && end}
    </>
  );
}
