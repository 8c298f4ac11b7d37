import { css } from 'goober';
import { useApp } from '../../core/app';
import { useBusy } from '../../core/data/busy';

const skeleton = css`
  animation: cp-late 1ms 0.25s both;
  & > div {
    padding: 14px;
    border-radius: var(--cp-round);
    background: var(--cp-card);
  }
  & + &,
  & > div + div {
    margin-top: 10px;
  }
`;

const bone = css`
  display: inline-block;
  max-width: 100%;
  height: 0.8em;
  border-radius: calc(var(--cp-round) * 6 / 16);
  background: var(--cp-unlit);
  opacity: 0.6;
`;

const running = css`
  position: relative;
  height: 10px;
  margin: 10px 0;
  overflow: hidden;
  background: radial-gradient(circle, var(--cp-unlit) 3px, transparent 3.5px) 0 0 / 3.5714% 10px;
  &::after {
    position: absolute;
    top: 0;
    left: 0;
    width: 100%;
    height: 10px;
    background: radial-gradient(circle, var(--cp-lit) 3px, transparent 3.5px) 0 0 / 3.5714% 10px no-repeat;
    content: '';
    animation: cp-run 1.6s 6 steps(28);
  }
`;

/** A placeholder for a figure or a name: `width` in em. */
export const Bone = ({ width }: { width: number }) => (
  <i className={bone} style={{ width: `${width}em` }} aria-hidden="true" />
);

/** One light runs along a strip of 28 during a wait. */
const Running = () => <div className={running} aria-hidden="true" />;

const heights = { list: [116], detail: [168, 56, 56, 56], form: [48, 48, 48] };

/** Placeholders of the expected content, at its height, so that nothing moves when it arrives. */
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
        <div key={at} style={{ minHeight: heights[kind][Math.min(at, heights[kind].length - 1)] }}>
          <Bone width={8} />
          {at === 0 && <Running />}
        </div>
      ))}
    </div>
  );
}
