import { css } from 'goober';
import { type ReactNode, useEffect, useRef } from 'react';
import { useApp } from '../../core/app';
import type { List } from '../../core/data/list';
import { Button } from '../button';
import { Empty } from '../feedback/empty';
import { PullToRefresh } from '../feedback/pull';
import { Skeleton } from '../feedback/skeleton';
import { failureText, Stale, Trouble } from '../feedback/trouble';
import { Rows } from './rows';

const end = css`
  padding: 16px 0;
  color: var(--cp-quiet);
  font-size: 13px;
  text-align: center;
`;

/** A list in all its states: loading, failed, empty, loaded, growing, complete. */
export function ListView<T>({
  of,
  empty,
  itemKey,
  children,
  head,
  skeleton,
  layout,
}: {
  of: List<T>;
  empty: ReactNode;
  itemKey(item: T): string;
  children(item: T): ReactNode;
  /** Above the items, in every state: filters, totals. */
  head?: ReactNode;
  skeleton?: ReactNode;
  /** Rows in one card with lines between them, or cards side by side if there is room for two. */
  layout?: 'joined' | 'tiles' | undefined;
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
        <Rows
          items={items}
          open={!!of.more}
          itemKey={itemKey}
          layout={layout}
          measures={of.measures}
          end={<End of={of} />}
        >
          {children}
        </Rows>
      )}
    </PullToRefresh>
  );
}

/** Requests the next page one and a half screens before it is needed; a button in engines without an observer. */
function End({ of: { items, more, moreBusy, moreFailure } }: { of: List<unknown> }) {
  const { t } = useApp();
  const endRef = useRef<HTMLDivElement>(null);
  const now = useRef(more);
  now.current = more;
  const waiting = !!more && !moreFailure && !moreBusy;
  useEffect(() => {
    const end = endRef.current;
    if (!end || !waiting || typeof IntersectionObserver === 'undefined') return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) void now.current?.();
      },
      { rootMargin: '0px 0px 900px' },
    );
    observer.observe(end);
    return () => observer.disconnect();
  }, [waiting, items?.length]);
  return (
    <div ref={endRef} className={end} role="status">
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
