import { useState } from 'react';
import { deletePost, type Post, type ReportReason, reportPost } from '../../contract/video/circle';
import { useApp } from '../../core/app';
import { useInFlight } from '../../core/data/in-flight';
import { fetchOrThrow } from '../../core/data/query';
import { showRefusal } from '../../core/http/refusal';
import { Sheet } from '../../ui/feedback/sheet';
import { Cell, Cells } from '../../ui/layout/cell';
import { red } from '../../ui/styles';

const reasons: ReportReason[] = ['spam', 'abuse', 'fraud', 'other'];

/** What a member can do with a post: delete their own, report another's. */
export function PostMenu({ post, onClose, onGone }: { post: Post; onClose(): void; onGone(): void }) {
  const { dialogs, send, t, toasts } = useApp();
  const [reporting, setReporting] = useState(false);
  const { run } = useInFlight();
  const { id, mine } = post;

  const act = (work: () => Promise<unknown>, done: string) =>
    run(async () => {
      await work();
      toasts.show(done);
      onClose();
      onGone();
    }, showRefusal(toasts));
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
  const title = reporting ? t('circle.reportTitle') : t('circle.options');
  return (
    <Sheet open title={title} onClose={onClose}>
      <Cells>
        {mine && (
          <Cell
            label={<span style={red}>{t('circle.delete')}</span>}
            onClick={() => void remove()}
            chevron={false}
          />
        )}
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
