import type { ReactNode } from 'react';
import type { QueryState } from '../../core/data/query';
import { Skeleton } from './skeleton';
import { Stale, Trouble } from './trouble';

/** Shows an answer once it is here. A failed refresh leaves the previous answer on the screen, with a note. */
export function Loaded<T>({
  of: { value, failure, refresh },
  skeleton,
  children,
}: {
  of: QueryState<T> & { refresh(): Promise<void> };
  skeleton?: ReactNode;
  children(value: T): ReactNode;
}) {
  const retry = () => void refresh();
  if (value === undefined)
    return failure ? <Trouble failure={failure} retry={retry} /> : (skeleton ?? <Skeleton kind="detail" />);
  return (
    <>
      {failure && <Stale failure={failure} retry={retry} />}
      {children(value)}
    </>
  );
}
