import { useState } from 'react';
import { getPost } from '../../contract/video/circle';
import { useApp } from '../../core/app';
import { useQuery } from '../../core/data/query';
import { pictureAddress } from '../../core/http/picture';
import type { Props } from '../../core/navigation/route';
import { Loaded } from '../../ui/feedback/loaded';
import { OnDemand } from '../../ui/layout/on-demand';
import { gallery } from '../pictures/routes';
import { Comments, Say } from './comments';
import { PostCard } from './post-card';
import * as circle from './routes';

/** `pages/list/post`: a post with its comments. */
export default function PostScreen({ id }: Props<typeof circle.post>) {
  const { nav, t, wire } = useApp();
  const query = useQuery(getPost, { id });
  const [first, setFirst] = useState<number>();
  const [menu, setMenu] = useState(false);
  const closeMenu = () => setMenu(false);
  const onClose = () => setFirst(undefined);
  return (
    <Loaded of={query}>
      {(post) => (
        <>
          <PostCard post={post} whole onShow={setFirst} onMenu={() => setMenu(true)} />
          <Comments post={id} />
          <OnDemand
            of={circle.menu}
            give={menu ? { post, onClose: closeMenu, onGone: () => nav.back(circle.dynamic) } : undefined}
            onLost={closeMenu}
          />
          {post.pictures.length > 0 && (
            <OnDemand
              key={first}
              of={gallery}
              give={
                first === undefined
                  ? undefined
                  : {
                      pictures: post.pictures.map((one, at) => ({
                        url: pictureAddress(wire, one),
                        label: t('circle.picture', { number: at + 1, count: post.pictures.length }),
                      })),
                      first,
                      words: { before: t('circle.before'), next: t('circle.next') },
                      onClose,
                    }
              }
              onLost={onClose}
            />
          )}
          <Say post={id} />
        </>
      )}
    </Loaded>
  );
}
