import type { ReportReason } from '../../contract/video/circle';
import { useApp } from '../../core/app';
import { Cell } from '../../ui/layout/cell';

const reasons: ReportReason[] = ['spam', 'abuse', 'fraud', 'other'];

/** The reasons for reporting a post or a comment. */
export function Reasons({ onChoose }: { onChoose(reason: ReportReason): void }) {
  const { t } = useApp();
  return (
    <>
      {reasons.map((reason) => (
        <Cell key={reason} label={t(`posts.reasons.${reason}`)} onClick={() => onChoose(reason)} />
      ))}
    </>
  );
}
