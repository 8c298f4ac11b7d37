import { css } from 'goober';
import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { memo } from '../../../core/memo';
import { Icon } from '../../../ui/display/icon';
import { downIcon } from '../../../ui/display/icons';

/** Number of items that are rendered and removed together. */
const size = 20;
/** Distance in px from the end that still counts as the end. */
const near = 48;

const frame = css`
  position: relative;
  flex: 1;
  min-height: 0;
  margin: 0 -16px;
`;
// It scrolls from its end: items added above move nothing, not even while a finger scrolls.
const box = css`
  display: flex;
  flex-direction: column-reverse;
  height: 100%;
  padding: 0 16px;
  overflow-x: hidden;
  overflow-y: scroll;
  overflow-anchor: none;
  overscroll-behavior: contain;
  -webkit-overflow-scrolling: touch;
  &:focus-visible {
    outline-offset: -2px;
  }
`;
const pill = css`
  position: absolute;
  right: 16px;
  bottom: 8px;
  display: flex;
  align-items: center;
  justify-content: center;
  min-width: 44px;
  min-height: 44px;
  padding: 0 11px;
  border: 1px solid var(--cp-line);
  border-radius: 50%;
  background: var(--cp-card);
  color: var(--cp-accent);
  font-weight: 600;
  font-size: 14px;
`;

interface Measure {
  height: number;
  from: number;
  to: number;
}

/** The first visible row (its bottom stays: older messages change what is above it), the scroll position, and where reading ended. */
interface Position {
  anchor?: { row: Element; bottom: number } | undefined;
  top?: number;
  read: number;
}

interface Props<T> {
  items: readonly T[];
  /** The position of the first item. Items keep their positions: older ones come before it with smaller numbers. */
  first: number;
  itemKey(item: T): string;
  /** Renders an item, given the one before it. The same function while it renders the same. */
  children(item: T, before: T | undefined): ReactNode;
  label: string;
  /** Above the oldest item. */
  top?: ReactNode;
  /** Requests older items; called repeatedly while the oldest is near. */
  more?: (() => void) | undefined;
  /** The label of the button to the end; `unseen` items arrived while the end was not visible. */
  toEnd(unseen: number): string;
  /** Called when the end becomes visible or hidden, and when items arrive. */
  onEnd?(atEnd: boolean): void;
  /** Another number scrolls to the end. */
  jump?: number;
}

/**
 * A conversation, read from its end and scrolled up. Only the items around the viewport are rendered; the others are replaced by their
 * height. The visible items stay in place, whatever is added or removed above and below.
 */
export function Windowed<T>({
  items,
  first,
  itemKey,
  children,
  label,
  top,
  more,
  toEnd,
  onEnd,
  jump,
}: Props<T>) {
  const scroller = useRef<HTMLDivElement>(null);
  const measures = useRef(new Map<number, Measure>()).current;
  const end = first + items.length;
  const lowest = Math.floor(first / size);
  const highest = Math.floor((end - 1) / size);
  // items above this block have not been near the viewport yet, though they may be loaded
  const [oldest, setOldest] = useState(highest - 1);
  const [seen, setSeen] = useState({ from: highest - 1, to: highest });
  const [away, setAway] = useState<'near' | 'far'>();
  const start = Math.max(lowest, Math.min(oldest, highest - 1));
  const now = useRef<Position>({ read: end });
  if (!away) now.current.read = end;
  const unseen = end - now.current.read;

  const { bounds, heightOf, measure } = blocksOf(measures, first, end);

  /** Finds the visible items, and stores their position. */
  const look = () => {
    const found = partsOf(scroller.current);
    if (!found?.here.height) return;
    const { view, content, here, all } = found;
    const below = all.bottom - here.bottom;
    setAway(below < near ? undefined : below > here.height ? 'far' : 'near');
    now.current.anchor = anchorIn(content, here.top);
    now.current.top = view.scrollTop;

    const y = content.querySelector('[role=log]')?.getBoundingClientRect().top ?? all.top;
    const { from, to } = around(here, y, start, highest, heightOf);
    if (from !== seen.from || to !== seen.to) setSeen({ from, to });
    if (all.top < here.top - here.height * 1.5) return;
    if (start > lowest) setOldest(start - 1);
    else more?.();
  };
  const toTheEnd = () => {
    const found = partsOf(scroller.current);
    if (found) found.view.scrollTop += found.all.bottom - found.here.bottom;
  };

  useLayoutEffect(() => {
    const view = scroller.current;
    if (!view) return;
    measure(view);
    const { anchor, top: before = view.scrollTop } = now.current;
    const scrolled = view.scrollTop - before; // scrolled by the member, whose scroll event is pending: it is not reverted
    if (!away && !scrolled) toTheEnd();
    else if (anchor?.row.isConnected)
      view.scrollTop += anchor.row.getBoundingClientRect().bottom - anchor.bottom + scrolled;
    look();
  });
  useLayoutEffect(() => {
    if (jump) toTheEnd();
  }, [jump]);
  useEffect(() => {
    const view = scroller.current?.ownerDocument.defaultView;
    const turned = () => setSeen((measure) => ({ ...measure })); // another width means other heights
    view?.addEventListener('resize', turned);
    return () => view?.removeEventListener('resize', turned);
  }, []);
  useEffect(() => onEnd?.(!away), [away, end]);

  const draw = (block: number) => (
    <Block
      key={block}
      block={block}
      items={items}
      first={first}
      itemKey={itemKey}
      {...bounds(block)}
      row={children}
    />
  );
  return (
    <div className={frame}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard */}
      <div ref={scroller} className={box} tabIndex={0} onScroll={look}>
        <div>
          {start === lowest && top}
          <div role="log" aria-label={label} aria-live={away ? 'off' : 'polite'}>
            {withGaps(seen, start, highest, heightOf, draw)}
          </div>
        </div>
      </div>
      {away && (unseen > 0 || away === 'far') && endButton(toEnd(unseen), unseen, toTheEnd)}
    </div>
  );
}

const endButton = (label: string, unseen: number, onClick: () => void) => (
  <button type="button" className={pill} onClick={onClick} aria-label={label}>
    {unseen > 0 && `${label} `}
    <Icon of={downIcon} />
  </button>
);

/** The items of each block, and its height as measured. `end`: the position after the last item. */
function blocksOf(measures: Map<number, Measure>, first: number, end: number) {
  const bounds = (block: number) => ({
    from: Math.max(first, block * size),
    to: Math.min(end, (block + 1) * size),
  });
  return {
    bounds,
    /** The height of a block; undefined if items were added since it was measured. */
    heightOf(block: number) {
      const measure = measures.get(block);
      const { from, to } = bounds(block);
      return measure?.from === from && measure.to === to ? measure.height : undefined;
    },
    measure(view: Element) {
      for (const element of view.querySelectorAll<HTMLElement>('[data-block]')) {
        const block = Number(element.dataset.block);
        measures.set(block, { ...bounds(block), height: element.getBoundingClientRect().height });
      }
    },
  };
}

function partsOf(view: Element | null) {
  const content = view?.firstElementChild;
  if (!view || !content) return;
  return { view, content, here: view.getBoundingClientRect(), all: content.getBoundingClientRect() };
}

type Blocks = { from: number; to: number };

/** The blocks of `start` to `highest` that are within a viewport's height of the viewport. `y`: the top of the first. */
function around(
  viewport: DOMRect,
  y: number,
  start: number,
  highest: number,
  heightOf: (block: number) => number | undefined,
): Blocks {
  let [from, to] = [highest, start];
  for (let block = start; block <= highest; block++) {
    const until = y + (heightOf(block) ?? 0);
    if (until > viewport.top - viewport.height && y < viewport.bottom + viewport.height) {
      from = Math.min(from, block);
      to = Math.max(to, block);
    }
    y = until;
  }
  return { from, to };
}

/** The blocks of `start` to `highest`: those that are seen or not measured yet are drawn, and the others replaced by their height. */
function withGaps(
  seen: Blocks,
  start: number,
  highest: number,
  heightOf: (block: number) => number | undefined,
  draw: (block: number) => ReactNode,
): ReactNode[] {
  const rows: ReactNode[] = [];
  let gap = 0;
  const leave = (before: number) => {
    if (gap) rows.push(<div key={`room ${before}`} style={{ height: gap }} />);
    gap = 0;
  };
  for (let block = start; block <= highest; block++) {
    const height = heightOf(block);
    if (height !== undefined && (block < seen.from || block > seen.to)) gap += height;
    else {
      leave(block);
      rows.push(draw(block));
    }
  }
  leave(highest + 1);
  return rows;
}

/** The first visible row, and the position of its bottom. */
function anchorIn(content: Element, top: number) {
  const reaches = (one: Element) => one.getBoundingClientRect().bottom > top;
  const block = [...content.querySelectorAll('[data-block]')].find(reaches);
  const row = block && [...block.children].find(reaches);
  return row && { row, bottom: row.getBoundingClientRect().bottom };
}

interface BlockProps {
  block: number;
  items: readonly unknown[];
  first: number;
  from: number;
  to: number;
  itemKey(item: unknown): string;
  row(item: unknown, before: unknown): ReactNode;
}

const Block = memo(function Block({ block, items, first, from, to, itemKey, row }: BlockProps) {
  return (
    <div data-block={block}>
      {items.slice(from - first, to - first).map((item, at) => (
        <div key={itemKey(item)}>{row(item, items[from - first + at - 1])}</div>
      ))}
    </div>
  );
});
