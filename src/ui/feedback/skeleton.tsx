import { css } from 'goober';
import { useApp } from '../../core/app';
import { useBusy } from '../../core/data/busy';

const skeleton = css`
  & > div {
    border-radius: var(--cp-radius, 14px);
    background: linear-gradient(var(--cp-line), var(--cp-line)) 16px 18px / 40% 14px no-repeat var(--cp-card);
    animation: cp-breathe 1.6s infinite ease-in-out;
  }
  & + &,
  & > div + div {
    margin-top: 12px;
  }
`;

const heights = { list: [116], detail: [168, 52, 52, 52], form: [48, 48, 48] };

/** What is about to be here, at its height: nothing moves when it comes. */
export function Skeleton({
  kind = 'list',
  rows = { list: 5, detail: 4, form: 3 }[kind],
}: {
  kind?: 'list' | 'detail' | 'form' | undefined;
  rows?: number | undefined;
}) {
  const { t } = useApp();
  useBusy();
  return (
    <div className={skeleton} aria-busy="true" role="status" aria-label={t('common.loading')}>
      {Array.from({ length: rows }, (_, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they never change places
        <div key={at} style={{ height: heights[kind][Math.min(at, heights[kind].length - 1)] }} />
      ))}
    </div>
  );
}
