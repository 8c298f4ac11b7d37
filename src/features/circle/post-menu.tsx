import { useState } from 'react';
import { deletePost, followAuthor, muteAuthor, type Post, reportPost } from '../../contract/video/circle';
import { useApp } from '../../core/app';
import { useInFlight } from '../../core/data/in-flight';
import { fetchOrThrow } from '../../core/data/query';
import { showRefusal } from '../../core/http/refusal';
import { Sheet } from '../../ui/feedback/sheet';
import { Cell, Cells } from '../../ui/layout/cell';
import { red } from '../../ui/styles';
import { Reasons } from './reasons';

/** A member's actions on a post: delete their own; report another's, follow or mute its author. */
export default function PostMenu({
  post,
  onClose,
  onGone,
}: {
  post: Post;
  onClose(): void;
  /** With an author: all of their posts disappear. */
  onGone(author?: string): void;
}) {
  const { dialogs, send, t, toasts } = useApp();
  const [reporting, setReporting] = useState(false);
  const { run } = useInFlight();
  const { author, followed, id, mine } = post;
  const { nickname } = author;
  const member = author.id;

  const act = (work: () => Promise<unknown>, done: string, after: () => void = () => onGone()) =>
    run(async () => {
      await work();
      toasts.show(done);
      onClose();
      after();
    }, showRefusal(toasts));
  const follow = () =>
    act(
      () => fetchOrThrow(send, followAuthor, { member, followed: !followed }, 'now'),
      t(followed ? 'posts.didUnfollow' : 'posts.didFollow', { nickname }),
      () => {
        post.followed = !followed;
      },
    );
  const mute = async () => {
    const yes = await dialogs.ask({
      title: t('posts.muteTitle', { nickname }),
      text: t('posts.muteText'),
      yes: t('posts.mute', { nickname }),
      no: t('common.cancel'),
    });
    if (yes)
      await act(
        () => fetchOrThrow(send, muteAuthor, { member, muted: true }, 'now'),
        t('posts.didMute', { nickname }),
        () => onGone(member),
      );
  };
  const remove = async () => {
    const yes = await dialogs.ask({
      title: t('posts.deleteTitle'),
      text: t('posts.deleteText'),
      yes: t('posts.delete'),
      no: t('common.cancel'),
      danger: true,
    });
    if (yes) await act(() => fetchOrThrow(send, deletePost, { id }, 'now'), t('posts.didDelete'));
  };
  const title = reporting ? t('posts.reportTitle') : t('posts.options');
  return (
    <Sheet open title={title} onClose={onClose}>
      <Cells>
        {mine && (
          <Cell
            label={<span style={red}>{t('posts.delete')}</span>}
            onClick={() => void remove()}
            chevron={false}
          />
        )}
        {!mine && !reporting && (
          <>
            <Cell
              label={t(followed ? 'posts.unfollow' : 'posts.follow', { nickname })}
              onClick={() => void follow()}
              chevron={false}
            />
            <Cell label={t('posts.mute', { nickname })} onClick={() => void mute()} chevron={false} />
            <Cell label={t('posts.report')} onClick={() => setReporting(true)} />
          </>
        )}
        {reporting && (
          <Reasons
            onChoose={(reason) =>
              void act(() => fetchOrThrow(send, reportPost, { id, reason }, 'now'), t('posts.didReport'))
            }
          />
        )}
      </Cells>
    </Sheet>
  );
}
