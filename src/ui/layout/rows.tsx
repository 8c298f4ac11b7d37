import { css } from 'goober';
import { type ReactNode, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useApp } from '../../core/app';
import type { Measures } from '../../core/data/measures';
import type { RowsWindow } from '../../core/data/rows-window';

/** Rows that are painted before the rest is rendered: as many as a phone shows, for lines, and for cards or tiles. */
const first = { lines: 10, cards: 4 };
/** Milliseconds after that in which a tap is handled first. */
const pause = 50;
/** Tiles that are rendered and removed together: whole rows with two, three or four columns. */
const tileBlock = 12;
/** Lists up to this length are rendered completely; only longer ones remove distant rows. */
const shortList = 100;

// No selector refers to the previous row (`li + li`, `:first-child`): otherwise the engine would restyle all rows whenever one is added
// or removed. Each row of a long list is laid out and painted separately (`contain`), so that the engine does not repaint all of them.
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
  /** Whether there are more items than these. */
  open: boolean;
  itemKey(item: T): string;
  children(item: T): ReactNode;
  /** One card with lines between the rows, or cards side by side; without either, cards below each other. */
  layout?: 'joined' | 'tiles' | undefined;
  /** Earlier measurements of the list, kept with its answers. */
  measures: Measures;
  /** Below the last row, once that is loaded, so that nothing moves. */
  end: ReactNode;
}

interface RowProps {
  item: unknown;
  draw(item: unknown): ReactNode;
}
/** Rows that stay are not rendered again while the viewport moves: a slow phone needs the frame for new rows. */
const Row = ({ item, draw }: RowProps) => useMemo(() => draw(item), [item, draw]);

/**
 * The rows of a list, starting with the first. Rows of a long list that are far from the viewport are removed (`rows-window.tsx`); each
 * row states its number and the total, so that screen readers announce the full length.
 */
export function Rows<T>({ items, open, itemKey, children, layout, measures, end }: Props<T>) {
  const { onLongList } = useApp();
  const root = useRef<HTMLUListElement>(null);
  const long = items.length > shortList;
  const [window, setWindow] = useState<RowsWindow>();
  const [, drawAgain] = useState({});
  // the first time, a screen of rows is painted before the rest is rendered
  const [begun, setBegun] = useState(measures.begun);
  useEffect(() => void setTimeout(() => setBegun((measures.begun = true)), pause), []);
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
  const drawn = begun ? items : items.slice(0, layout === 'joined' ? first.lines : first.cards);
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
