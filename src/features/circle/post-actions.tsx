import { useState } from 'react';
import { collectPost, likePost, type Post } from '../../contract/video/circle';
import { useApp } from '../../core/app';
import { fetchOrThrow } from '../../core/data/query';
import { showRefusal } from '../../core/http/refusal';
import { integer } from '../../core/text/format';
import { Icon } from '../../ui/display/icon';
import { collectIcon, commentIcon, likeIcon, shareIcon } from '../../ui/display/icons';
import { hidden, target } from '../../ui/styles';
import * as circle from './routes';

/** Actions on a post with a single tap. `whole`: its comments are already below it. */
export function PostActions({ post, whole }: { post: Post; whole: boolean }) {
  const { nav, platform, t, toasts } = useApp();
  const { author, comments, id, link } = post;
  const { nickname } = author;
  const share = async () => {
    const title = t('circle.shareTitle', { nickname });
    if (platform.share) {
      if ((await platform.share({ title, url: link })) === 'menu') toasts.show(t('circle.inMenu'));
    } else if (await platform.copy?.(link)) toasts.show(t('circle.copied'));
  };
  return (
    <footer>
      <Like post={post} />
      {!whole && (
        <a className={target} {...nav.link(circle.post, { id })}>
          <Icon of={commentIcon} size={22} />
          {comments > 0 && <b aria-hidden="true">{integer(comments)}</b>}
          <span className={hidden}>{t('circle.comments', { nickname, count: integer(comments) })}</span>
        </a>
      )}
      <Collect post={post} />
      {(platform.share || platform.copy) && (
        <button type="button" className={target} onClick={() => void share()}>
          <Icon of={shareIcon} size={22} />
          <span className={hidden}>{t('circle.share', { nickname })}</span>
        </button>
      )}
    </footer>
  );
}

function Like({ post }: { post: Post }) {
  const { send, t } = useApp();
  const { author, id } = post;
  const [now, toggle] = useMark({ on: post.liked, count: post.likes }, async (liked) => {
    const answer = await fetchOrThrow(send, likePost, { id, liked }, 'never');
    Object.assign(post, { liked: answer.liked, likes: answer.likes });
    return { on: answer.liked, count: answer.likes };
  });
  return (
    <button
      type="button"
      className={target}
      data-mark="like"
      aria-pressed={now.on}
      aria-label={t('circle.like', { nickname: author.nickname, count: integer(now.count) })}
      onClick={toggle}
    >
      <Icon of={likeIcon} size={22} />
      {now.count > 0 && <span>{integer(now.count)}</span>}
    </button>
  );
}

function Collect({ post }: { post: Post }) {
  const { send, t } = useApp();
  const { author, id } = post;
  const [now, toggle] = useMark({ on: post.collected, count: post.collects }, async (collected) => {
    const answer = await fetchOrThrow(send, collectPost, { id, collected }, 'never');
    Object.assign(post, { collected: answer.collected, collects: answer.collects });
    return { on: answer.collected, count: answer.collects };
  });
  return (
    <button
      type="button"
      className={target}
      aria-pressed={now.on}
      aria-label={t('circle.collects', { nickname: author.nickname, count: integer(now.count) })}
      onClick={toggle}
    >
      <Icon of={collectIcon} size={22} />
      {now.count > 0 && <span>{integer(now.count)}</span>}
    </button>
  );
}

interface Mark {
  on: boolean;
  count: number;
}

/**
 * Applied at once; reverted if the server refuses. The server's answer is written into the post, because a card far from the viewport is
 * removed and rendered again from its post.
 */
function useMark(initial: Mark, tell: (on: boolean) => Promise<Mark>): [Mark, () => void] {
  const { toasts } = useApp();
  const [now, setNow] = useState(initial);
  const toggle = async () => {
    const on = !now.on;
    setNow({ on, count: now.count + (on ? 1 : -1) });
    try {
      setNow(await tell(on));
    } catch (error) {
      setNow(now);
      showRefusal(toasts)(error);
    }
  };
  return [now, () => void toggle()];
}
