import { css } from 'goober';
import { useState } from 'react';
import { collectPost, type Post } from '../../contract/video/circle';
import { useApp } from '../../core/app';
import { fetchOrThrow } from '../../core/data/query';
import { showRefusal } from '../../core/http/refusal';
import { dateTime, integer, relative } from '../../core/text/format';
import { Avatar } from '../../ui/display/avatar';
import { Icon } from '../../ui/display/icon';
import { collectIcon, moreIcon } from '../../ui/display/icons';
import { Tag } from '../../ui/display/tag';
import { panel, quiet, target } from '../../ui/styles';
import { PostMenu } from './post-menu';
import { PostPictures } from './post-pictures';
import { PostText } from './post-text';
import { PostVideo } from './post-video';

const card = css`
  padding: 14px;
  & > header {
    display: flex;
    align-items: center;
    margin: -4px -10px 0 0;
  }
  & > header > div {
    flex: 1;
    min-width: 0;
    margin-left: 12px;
    overflow-wrap: anywhere;
  }
  & > footer {
    display: flex;
    margin: 6px 0 -10px -12px;
  }
  & > footer > button {
    width: auto;
    padding: 0 12px;
    color: var(--cp-quiet);
  }
  & > footer > [aria-pressed='true'] {
    color: var(--cp-accent);
    font-weight: 600;
  }
  & > footer > [aria-pressed='true'] path {
    fill: currentColor;
  }
  & > footer span {
    margin-left: 6px;
  }
`;

/** A post with what can be done with it. `onGone`: it is to be seen no more. */
export function PostCard({ post, onShow, onGone }: { post: Post; onShow(at: number): void; onGone(): void }) {
  const { t } = useApp();
  const [menu, setMenu] = useState(false);
  const { author, hidden, pictures, text, time, video } = post;
  return (
    <article className={`${panel} ${card}`} aria-label={author.nickname}>
      <header>
        <Avatar id={author.id} photo={author.avatar?.id} size={40} />
        <div>
          <strong>{author.nickname}</strong>{' '}
          {author.teamLeader && <Tag tone="good">{t('circle.teamLeader')}</Tag>}
          <br />
          <time className={quiet} dateTime={time} title={dateTime(time)}>
            {relative(time, t)}
          </time>
        </div>
        <button
          type="button"
          className={target}
          aria-label={t('circle.more', { nickname: author.nickname })}
          aria-haspopup="dialog"
          onClick={() => setMenu(true)}
        >
          <Icon of={moreIcon} size={24} />
        </button>
      </header>
      {hidden && <p className={quiet}>{t('circle.hidden')}</p>}
      <PostText text={text} />
      <PostPictures of={pictures} onShow={onShow} />
      {video && <PostVideo of={video} />}
      <footer>
        <Collect post={post} />
      </footer>
      {menu && <PostMenu post={post} onClose={() => setMenu(false)} onGone={onGone} />}
    </article>
  );
}

/**
 * Filled at once; if the server will not have it, it is as it was. What it said is noted in the post: a card far from what is
 * seen leaves the document, and is made of its post again.
 */
function Collect({ post }: { post: Post }) {
  const { id, author, collected, collects } = post;
  const { send, t, toasts } = useApp();
  const [now, setNow] = useState({ collected, collects });
  const toggle = async () => {
    const collected = !now.collected;
    setNow({ collected, collects: now.collects + (collected ? 1 : -1) });
    try {
      const answer = await fetchOrThrow(send, collectPost, { id, collected }, 'never');
      const agreed = { collected: answer.collected, collects: answer.collects };
      Object.assign(post, agreed);
      setNow(agreed);
    } catch (error) {
      setNow(now);
      showRefusal(toasts)(error);
    }
  };
  return (
    <button
      type="button"
      className={target}
      aria-pressed={now.collected}
      aria-label={t('circle.collects', { nickname: author.nickname, count: integer(now.collects) })}
      onClick={() => void toggle()}
    >
      <Icon of={collectIcon} size={22} />
      <span>{now.collects > 0 ? integer(now.collects) : t('circle.collect')}</span>
    </button>
  );
}
