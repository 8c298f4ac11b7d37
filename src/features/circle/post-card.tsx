import { css } from 'goober';
import type { Post } from '../../contract/video/circle';
import { useApp } from '../../core/app';
import { relative } from '../../core/text/format';
import { when } from '../../core/text/when';
import { Avatar } from '../../ui/display/avatar';
import { Icon } from '../../ui/display/icon';
import { moreIcon } from '../../ui/display/icons';
import { Tag } from '../../ui/display/tag';
import { panel, quiet, target } from '../../ui/styles';
import { PostActions } from './post-actions';
import { PostPictures } from './post-pictures';
import { PostText } from './post-text';
import { PostVideo } from './post-video';
import * as circle from './routes';

const card = css`
  padding: 14px;
  & > header {
    display: flex;
    position: relative;
    align-items: center;
    margin: -4px -10px 0 0;
  }
  & > header > div {
    flex: 1;
    min-width: 0;
    margin-left: 12px;
    overflow-wrap: anywhere;
  }
  & > header > div > a {
    color: inherit;
    font-weight: 700;
    text-decoration: none;
  }
  /* the photo belongs to the link */
  & > header > div > a::before {
    position: absolute;
    top: 0;
    left: 0;
    width: 100%;
    max-width: 200px;
    height: 100%;
    content: '';
  }
  & > footer {
    display: flex;
    flex-wrap: wrap;
    margin: 6px 0 -10px -12px;
  }
  & > footer > * {
    padding: 0 12px;
    color: var(--cp-quiet);
    text-decoration: none;
  }
  & > footer > :last-child {
    margin-left: auto;
  }
  & > footer > [aria-pressed='true'] {
    color: var(--cp-accent);
    font-weight: 600;
  }
  & > footer > [data-mark][aria-pressed='true'] {
    color: var(--cp-bad);
  }
  /* as wide as the window of a phone, so that texts begin below the title */
  @media (max-width: 639px) {
    #app & {
      width: auto;
      margin: 0 -16px;
      padding: 16px;
      border-radius: 0;
    }
  }
  & > footer > [aria-pressed='true'] path {
    fill: currentColor;
  }
  & > footer span,
  & > footer b {
    margin-left: 6px;
    font-weight: inherit;
  }
`;

/** A post with its actions. `onMenu`: opens the other actions. `whole`: it is alone on its screen, with its comments. */
export function PostCard({
  post,
  onShow,
  onMenu,
  whole = false,
}: {
  post: Post;
  onShow(at: number): void;
  onMenu(): void;
  whole?: boolean;
}) {
  const app = useApp();
  const { nav, t } = app;
  const { author, hidden, pictures, pinned, text, time, video } = post;
  return (
    <article className={`${panel} ${card}`} aria-label={author.nickname}>
      <header>
        <Avatar id={author.id} photo={author.avatar?.id} size={40} />
        <div>
          <a {...nav.link(circle.dynamic, { author: author.id })}>{author.nickname}</a>{' '}
          {author.teamLeader && <Tag tone="good">{t('circle.teamLeader')}</Tag>}{' '}
          {pinned && <Tag tone="info">{t('circle.pinned')}</Tag>}
          <br />
          <time className={quiet} dateTime={time} title={when(time, app)}>
            {relative(time, app)}
          </time>
        </div>
        <button
          type="button"
          className={target}
          aria-label={t('circle.more', { nickname: author.nickname })}
          aria-haspopup="dialog"
          onClick={onMenu}
        >
          <Icon of={moreIcon} size={24} />
        </button>
      </header>
      {hidden && <p className={quiet}>{t('circle.hidden')}</p>}
      <PostText text={text} />
      <PostPictures of={pictures} onShow={onShow} />
      {video && <PostVideo of={video} />}
      <PostActions post={post} whole={whole} />
    </article>
  );
}
