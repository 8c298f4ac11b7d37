import { type ReactNode, useState } from 'react';
import type { Post } from '../../contract/video/circle';
import type { Page } from '../../contract/wire/page';
import { useApp } from '../../core/app';
import type { List } from '../../core/data/list';
import { pictureAddress } from '../../core/http/picture';
import { ListView } from '../../ui/layout/list';
import { OnDemand } from '../../ui/layout/on-demand';
import { gallery } from '../pictures/routes';
import { PostCard } from './post-card';
import * as circle from './routes';

/** Posts below each other; a tap opens a picture in full size. */
export function PostList({
  of,
  empty,
  head,
}: {
  of: List<Post, Page<Post>>;
  empty: ReactNode;
  head?: ReactNode;
}) {
  const { t, wire } = useApp();
  const [show, setShow] = useState<{ postId: string; first: number }>();
  const [removed, setRemoved] = useState<readonly string[]>([]);
  const items = of.items?.filter(({ id }) => !removed.includes(id));
  const pictures = items?.find(({ id }) => id === show?.postId)?.pictures ?? [];
  const onClose = () => setShow(undefined);
  const [menu, setMenu] = useState<Post>();
  const closeMenu = () => setMenu(undefined);
  const remove = (post: Post, author?: string) =>
    setRemoved([
      ...removed,
      ...(items ?? [])
        .filter((other) => (author ? other.author.id === author : other.id === post.id))
        .map(({ id }) => id),
    ]);
  const shown = show && {
    pictures: pictures.map((one, at) => ({
      url: pictureAddress(wire, one),
      label: t('circle.picture', { number: at + 1, count: pictures.length }),
    })),
    first: show.first,
    words: { before: t('circle.before'), next: t('circle.next') },
    onClose,
  };
  return (
    <>
      <ListView of={{ ...of, ...(items && { items }) }} itemKey={({ id }) => id} empty={empty} head={head}>
        {(one) => (
          <PostCard
            post={one}
            onShow={(first) => setShow({ postId: one.id, first })}
            onMenu={() => setMenu(one)}
          />
        )}
      </ListView>
      {!!items?.length && (
        <OnDemand
          of={circle.menu}
          give={menu && { post: menu, onClose: closeMenu, onGone: (author?: string) => remove(menu, author) }}
          onLost={closeMenu}
        />
      )}
      {items?.some(({ pictures }) => pictures.length) && (
        <OnDemand key={show?.postId} of={gallery} give={shown} onLost={onClose} />
      )}
    </>
  );
}
