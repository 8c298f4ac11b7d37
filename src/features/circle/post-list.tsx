import { type ReactNode, useState } from 'react';
import type { Post } from '../../contract/circle';
import type { Page } from '../../contract/wire/page';
import { useApp } from '../../core/app';
import type { List } from '../../core/data/list';
import { pictureAddress } from '../../core/http/picture';
import { useLocation } from '../../core/navigation/location';
import type { Screen } from '../../core/navigation/screen';
import { Late } from '../../ui/layout/late';
import { ListView } from '../../ui/layout/list';
import { gallery } from '../pictures/screens';
import { PostCard } from './post-card';

/**
 * Posts one below the other. A picture that is shown whole is an entry of the history (`show` in the address), so that Back
 * closes it and stays here.
 */
export function PostList({
  of,
  on,
  empty,
  head,
}: {
  of: List<Post, Page<Post>>;
  /** The screen that it is on. */
  on: Screen<never, 'show'>;
  empty: ReactNode;
  head?: ReactNode;
}) {
  const { nav, t, wire } = useApp();
  const { query } = useLocation();
  const [removed, setRemoved] = useState<readonly string[]>([]);
  const items = of.items?.filter(({ id }) => !removed.includes(id));
  const [, postId, place] = /^(.+)\.(\d)$/.exec(query.show ?? '') ?? [];
  const post = items?.find(({ id }) => id === postId);
  const pictures = post?.pictures ?? [];
  const shown = {
    pictures: pictures.map((one, at) => ({
      url: pictureAddress(wire, one),
      label: t('circle.picture', { number: at + 1, count: pictures.length }),
    })),
    first: Number(place),
    words: { before: t('circle.before'), next: t('circle.next') },
    onClose: () => nav.back(on),
  };
  return (
    <>
      <ListView of={{ ...of, ...(items && { items }) }} itemKey={({ id }) => id} empty={empty} head={head}>
        {(one) => (
          <PostCard
            post={one}
            onShow={(at) => nav.go(on, { show: `${one.id}.${at}` })}
            onGone={() => setRemoved([...removed, one.id])}
          />
        )}
      </ListView>
      {items?.some(({ pictures }) => pictures.length) && (
        <Late key={postId} of={gallery} give={pictures[Number(place)] && shown} onLost={() => nav.back(on)} />
      )}
    </>
  );
}
