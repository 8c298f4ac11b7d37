import { css } from 'goober';
import { hidden } from '../styles';

const badge = css`
  display: inline-block;
  min-width: 18px;
  padding: 0 5px;
  border-radius: 9px;
  background: var(--cp-bad);
  color: var(--cp-card);
  font-size: 11px;
  font-weight: 600;
  line-height: 18px;
  text-align: center;
`;

/** Nothing at 0, `99+` above 99; `label` says it to those who listen. */
export const Badge = ({ count, label }: { count: number; label: string }) =>
  count > 0 ? (
    <>
      <span className={badge} aria-hidden="true">
        {count > 99 ? '99+' : count}
      </span>
      <span className={hidden}>{label}</span>
    </>
  ) : null;
