import { css } from 'goober';
import { hidden } from '../styles';

const badge = css`
  display: inline-block;
  min-width: 17px;
  padding: 0 4px;
  border-radius: 9px;
  background: var(--cp-bad);
  box-shadow: 0 0 0 2px var(--cp-under, var(--cp-card));
  color: var(--cp-on-bad);
  font-size: 11px;
  font-weight: 700;
  line-height: 17px;
  text-align: center;
`;

/** Nothing at 0, `99+` above 99; `label` is for screen readers. Only for counts of tasks for the member. */
export const Badge = ({ count, label }: { count: number; label: string }) =>
  count > 0 ? (
    <>
      <span className={badge} aria-hidden="true">
        {count > 99 ? '99+' : count}
      </span>
      <span className={hidden}>{label}</span>
    </>
  ) : null;
