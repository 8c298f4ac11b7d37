import { css } from 'goober';
import { useState } from 'react';
import { followAuthor, type Post } from '../../contract/video/circle';
import { useApp } from '../../core/app';
import { useInFlight } from '../../core/data/in-flight';
import { fetchOrThrow } from '../../core/data/query';
import { showRefusal } from '../../core/http/refusal';
import { Button } from '../../ui/button';
import { Avatar } from '../../ui/display/avatar';
import { Tag } from '../../ui/display/tag';
import { dynamic } from './routes';

const head = css`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  margin: 4px 0 16px;
  & > div {
    flex: 1 1 6em;
    min-width: 0;
    margin: 0 12px;
    overflow-wrap: anywhere;
  }
  & > div > a {
    display: inline-flex;
    align-items: center;
    min-height: 44px;
    margin: -8px 0 -12px;
    font-size: 13px;
  }
`;

/**
 * Above the posts of one author: who they are, the way back to all posts, and the button to follow them. `post`: the newest of `posts`, whose
 * menus also say whether the member follows.
 */
export default function AuthorHead({ post, posts }: { post: Post; posts: readonly Post[] }) {
  const { nav, send, t, toasts } = useApp();
  const { author, followed, mine } = post;
  const { avatar, id, nickname, teamLeader } = author;
  const [now, setNow] = useState(followed);
  const { pending, run } = useInFlight();
  const follow = () =>
    run(async (start) => {
      start(true);
      const answer = await fetchOrThrow(send, followAuthor, { member: id, followed: !now }, 'never');
      setNow(answer.followed);
      for (const one of posts) one.followed = answer.followed;
      toasts.show(t(answer.followed ? 'posts.didFollow' : 'posts.didUnfollow', { nickname }));
    }, showRefusal(toasts));
  return (
    <div className={head}>
      <Avatar id={id} photo={avatar?.id} size={56} />
      <div>
        <h2>
          {nickname} {teamLeader && <Tag tone="good">{t('circle.teamLeader')}</Tag>}
        </h2>
        <a {...nav.link(dynamic, {})}>{t('circle.clearTag')}</a>
      </div>
      {!mine && (
        <Button kind={now ? 'plain' : 'primary'} small busy={pending} onClick={() => void follow()}>
          {t(now ? 'posts.unfollowWord' : 'posts.followWord')}
        </Button>
      )}
    </div>
  );
}
