import { useState } from 'react';
import { deletePost, type Post, type ReportReason, reportPost } from '../../contract/video/circle';
import { useApp } from '../../core/app';
import { fetchOrThrow } from '../../core/data/query';
import { Failure } from '../../core/http/failure';
import { Sheet } from '../../ui/feedback/sheet';
import { Cell, Cells } from '../../ui/layout/cell';

const reasons: ReportReason[] = ['spam', 'abuse', 'fraud', 'other'];

/** What a member can do with a post: delete their own, report another's. */
export function PostMenu({ post, onClose, onGone }: { post: Post; onClose(): void; onGone(): void }) {
  const { dialogs, send, t, toasts } = useApp();
  const [reporting, setReporting] = useState(false);
  const [busy, setBusy] = useState(false);
  const { author, id, mine } = post;

  const act = async (work: () => Promise<unknown>, done: string) => {
    if (busy) return;
    setBusy(true);
    try {
      await work();
      toasts.show(done);
      onClose();
      onGone();
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      if (error.kind === 'refused') toasts.show(error.message);
    } finally {
      setBusy(false);
    }
  };
  const remove = async () => {
    const yes = await dialogs.ask({
      title: t('circle.deleteTitle'),
      text: t('circle.deleteText'),
      yes: t('circle.delete'),
      no: t('common.cancel'),
      danger: true,
    });
    if (yes) await act(() => fetchOrThrow(send, deletePost, { id }, 'now'), t('circle.didDelete'));
  };
  const title = reporting ? t('circle.reportTitle') : t('circle.more', { nickname: author.nickname });
  return (
    <Sheet open title={title} onClose={onClose}>
      <Cells>
        {mine && <Cell label={t('circle.delete')} onClick={() => void remove()} chevron={false} />}
        {!mine && !reporting && <Cell label={t('circle.report')} onClick={() => setReporting(true)} />}
        {reporting &&
          reasons.map((reason) => (
            <Cell
              key={reason}
              label={t(`circle.reasons.${reason}`)}
              onClick={() =>
                void act(() => fetchOrThrow(send, reportPost, { id, reason }, 'now'), t('circle.didReport'))
              }
            />
          ))}
      </Cells>
    </Sheet>
  );
}
