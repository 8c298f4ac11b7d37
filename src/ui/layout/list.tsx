import { css } from 'goober';
import { type ReactNode, useEffect, useRef } from 'react';
import { useApp } from '../../core/app';
import type { List } from '../../core/data/list';
import { Button } from '../button';
import { Empty } from '../feedback/empty';
import { PullToRefresh } from '../feedback/pull';
import { Skeleton } from '../feedback/skeleton';
import { failureText, Stale, Trouble } from '../feedback/trouble';

/** Rows that are skipped together while they are not on the screen. On every single row it would cost more. */
const block = 20;

const skipped = css`
  content-visibility: auto;
  contain-intrinsic-size: auto 2400px;
`;
const list = css`
  & > li + li,
  & + & {
    margin-top: 10px;
  }
`;
const end = css`
  padding: 16px 0;
  color: var(--cp-quiet);
  font-size: 13px;
  text-align: center;
`;

/** A list in all its states: waiting, failed, empty, here, growing, at its end. */
export function ListView<T>({
  of,
  empty,
  itemKey,
  children,
  head,
  skeleton,
}: {
  of: List<T, any>;
  empty: ReactNode;
  itemKey(item: T): string;
  children(item: T): ReactNode;
  /** Above the items, in every state: filters, totals. */
  head?: ReactNode;
  skeleton?: ReactNode;
}) {
  const { items, failure, refresh } = of;
  const retry = () => void refresh();
  return (
    <PullToRefresh onRefresh={refresh}>
      {head}
      {!items && (failure ? <Trouble failure={failure} retry={retry} /> : (skeleton ?? <Skeleton />))}
      {items && failure && <Stale failure={failure} retry={retry} />}
      {items?.length === 0 && (typeof empty === 'string' ? <Empty text={empty} /> : empty)}
      {items && items.length > 0 && (
        <>
          {blocks(items).map(({ from, rows }) => (
            // biome-ignore lint/a11y/noRedundantRoles: without its dots, a list is none to VoiceOver unless it says so
            <ul key={from} role="list" className={items.length > block ? `${list} ${skipped}` : list}>
              {rows.map((item) => (
                <li key={itemKey(item)}>{children(item)}</li>
              ))}
            </ul>
          ))}
          <End of={of} />
        </>
      )}
    </PullToRefresh>
  );
}

function blocks<T>(items: T[]): { from: number; rows: T[] }[] {
  const all = [];
  for (let from = 0; from < items.length; from += block)
    all.push({ from, rows: items.slice(from, from + block) });
  return all;
}

/** Asks for the next page a screen and a half before it is needed; pressed where nothing observes. */
function End({ of: { items, more, moreBusy, moreFailure } }: { of: List<any, any> }) {
  const { t } = useApp();
  const here = useRef<HTMLDivElement>(null);
  const now = useRef(more);
  now.current = more;
  const waiting = !!more && !moreFailure && !moreBusy;
  useEffect(() => {
    const end = here.current;
    if (!end || !waiting || typeof IntersectionObserver === 'undefined') return;
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (entry?.isIntersecting) void now.current?.();
      },
      { rootMargin: '0px 0px 900px' },
    );
    observer.observe(end);
    return () => observer.disconnect();
  }, [waiting, items?.length]);
  return (
    <div ref={here} className={end} role="status">
      {moreFailure && <p>{failureText(moreFailure, t)}</p>}
      {more ? (
        <Button kind="quiet" small busy={moreBusy} onClick={() => void more()}>
          {t(moreFailure ? 'common.retry' : 'common.more')}
        </Button>
      ) : (
        t('common.end')
      )}
    </div>
  );
}
