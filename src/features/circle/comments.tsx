import { css } from 'goober';
import { useId, useState } from 'react';
import {
  addComment,
  type Comment,
  deleteComment,
  listComments,
  reportComment,
} from '../../contract/video/comments';
import { longestComment, addComment as rules } from '../../contract/video/comments.rules';
import { useApp } from '../../core/app';
import { useInFlight } from '../../core/data/in-flight';
import { useList } from '../../core/data/list';
import { fetchOrThrow } from '../../core/data/query';
import { useForm } from '../../core/form/form';
import { showRefusal } from '../../core/http/refusal';
import { relative } from '../../core/text/format';
import { when } from '../../core/text/when';
import { Button } from '../../ui/button';
import { Avatar } from '../../ui/display/avatar';
import { Icon } from '../../ui/display/icon';
import { commentIcon, moreIcon } from '../../ui/display/icons';
import { Tag } from '../../ui/display/tag';
import { Sheet } from '../../ui/feedback/sheet';
import { Note } from '../../ui/field/field';
import { Typed } from '../../ui/field/text-field';
import { ActionBar } from '../../ui/layout/action-bar';
import { Cell, Cells } from '../../ui/layout/cell';
import { ListView } from '../../ui/layout/list';
import { Section } from '../../ui/layout/section';
import { middle, quiet, red, target } from '../../ui/styles';
import { Reasons } from './reasons';

const commentRow = css`
  display: flex;
  padding: 12px 4px 12px 14px;
  & > div {
    flex: 1;
    min-width: 0;
    margin-left: 12px;
    overflow-wrap: anywhere;
  }
  & p {
    margin-top: 2px;
    white-space: pre-wrap;
  }
`;

/** The comments of a post. */
export function Comments({ post }: { post: string }) {
  const { t } = useApp();
  const list = useList(listComments, { id: post });
  return (
    <div style={{ marginTop: 20 }}>
      <Section title={t('posts.sayTitle')}>
        <ListView
          of={list}
          itemKey={({ id }) => id}
          layout="joined"
          empty={
            <div className={middle} style={{ padding: 16 }}>
              <Icon of={commentIcon} size={28} />
              <p className={quiet}>{t('posts.noComments')}</p>
            </div>
          }
        >
          {(one) => <CommentRow of={one} />}
        </ListView>
      </Section>
    </div>
  );
}

const say = css`
  display: flex;
  flex-wrap: wrap;
  align-items: flex-end;
  & > textarea {
    flex: 1;
    max-height: 144px;
    margin-right: 8px;
    resize: none;
    field-sizing: content;
  }
  & > p {
    flex: 1 0 100%;
    margin-top: 6px;
  }
`;

/** The field for a comment, always visible; its lines are as many as are written. */
export function Say({ post }: { post: string }) {
  const [turn, setTurn] = useState(0);
  return <SayOnce key={turn} post={post} onSaid={() => setTurn(turn + 1)} />;
}

function SayOnce({ post, onSaid }: { post: string; onSaid(): void }) {
  const { t } = useApp();
  const note = useId();
  const form = useForm({ call: addComment, rules, initial: { id: post, text: '' }, done: onSaid });
  const problem = form.problems.text;
  const wrong = !!(problem || form.refusal);
  return (
    <ActionBar>
      <form className={say} noValidate onSubmit={(event) => void form.submit(event)}>
        <Typed
          of={form}
          name="text"
          lines={1}
          aria-label={t('posts.say')}
          placeholder={t('posts.say')}
          maxLength={longestComment}
          required
          aria-invalid={wrong || undefined}
          aria-describedby={wrong ? note : undefined}
        />
        <Button type="submit" kind="primary" busy={form.busy}>
          {t('posts.send')}
        </Button>
        <Note id={note} problem={problem} hint={form.refusal} />
      </form>
    </ActionBar>
  );
}

function CommentRow({ of: { author, id, mine, text, time } }: { of: Comment }) {
  const app = useApp();
  const { dialogs, send, t, toasts } = app;
  const [menu, setMenu] = useState(false);
  const { run } = useInFlight();
  const act = (work: () => Promise<unknown>, done: string) =>
    run(async () => {
      await work();
      setMenu(false);
      toasts.show(done);
    }, showRefusal(toasts));
  const remove = async () => {
    const yes = await dialogs.ask({
      title: t('posts.deleteCommentTitle'),
      text: t('posts.deleteText'),
      yes: t('posts.deleteComment'),
      no: t('common.cancel'),
      danger: true,
    });
    if (yes) await act(() => fetchOrThrow(send, deleteComment, { id }, 'now'), t('posts.didDelete'));
  };
  return (
    <div className={commentRow}>
      <Avatar id={author.id} photo={author.avatar?.id} size={32} />
      <div>
        <strong>{author.nickname}</strong>{' '}
        {author.teamLeader && <Tag tone="good">{t('circle.teamLeader')}</Tag>}{' '}
        <time className={quiet} dateTime={time} title={when(time, app)} style={{ whiteSpace: 'nowrap' }}>
          {relative(time, app)}
        </time>
        <p>{text}</p>
      </div>
      <button
        type="button"
        className={target}
        aria-label={t('posts.commentOptions', { nickname: author.nickname })}
        aria-haspopup="dialog"
        onClick={() => setMenu(true)}
      >
        <Icon of={moreIcon} size={20} />
      </button>
      <Sheet
        open={menu}
        title={t(mine ? 'posts.optionsOfComment' : 'posts.reportComment')}
        onClose={() => setMenu(false)}
      >
        <Cells>
          {mine ? (
            <Cell
              label={<span style={red}>{t('posts.deleteComment')}</span>}
              onClick={() => void remove()}
              chevron={false}
            />
          ) : (
            <Reasons
              onChoose={(reason) =>
                void act(
                  () => fetchOrThrow(send, reportComment, { id, reason }, 'now'),
                  t('posts.didReportComment'),
                )
              }
            />
          )}
        </Cells>
      </Sheet>
    </div>
  );
}
