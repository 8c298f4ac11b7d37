import { css } from 'goober';
import {
  incomeReasons,
  type MovementKind,
  type MovementReason,
  movementReasons,
} from '../../../contract/money/wallet';
import { chinaAhead } from '../../../contract/wire/china';
import { useApp } from '../../../core/app';
import { monthName } from '../../../core/text/calendar';
import { Select } from '../../../ui/field/select';

const filters = css`
  display: flex;
  flex-wrap: wrap;
  margin: 8px -4px 6px;
  & > [data-picker] {
    flex: 1 1 140px;
    justify-content: space-between;
    margin: 4px;
    padding: 0 12px;
    font-size: 14px;
  }
`;

const goods: MovementReason[] = ['reward', 'order', 'order-failed', 'refund', 'refund-to-balance', 'other'];
const withdrawals: MovementReason[] = [
  'withdraw',
  'withdraw-rejected',
  'withdraw-revoked',
  'withdraw-remitted',
  'withdraw-returned',
];
/** The reasons of each kind, for the filter, if it is not all of them. */
const reasonsOf: Partial<Record<MovementKind, readonly MovementReason[]>> = {
  store: ['shop', 'shop-return', ...withdrawals],
  frozen: withdrawals,
  points: goods,
  cloudBeans: goods,
  promotion: ['promotion', 'reward', 'other'],
  income: incomeReasons,
};

/** Number of months to choose from: the current one and earlier ones. */
const monthsBack = 12;

/** `2026-11` and the months before it, newest first, in China's calendar. */
function months(now: number): string[] {
  const china = new Date(now + chinaAhead);
  return Array.from({ length: monthsBack }, (_, back) =>
    new Date(Date.UTC(china.getUTCFullYear(), china.getUTCMonth() - back, 1)).toISOString().slice(0, 7),
  );
}

/** Filters movements: of one type, of one month, or all. */
export function MovementFilters({
  kind,
  reason,
  month,
  onChange,
}: {
  kind: MovementKind;
  reason: string | undefined;
  month: string | undefined;
  onChange(filter: { reason?: string; month?: string }): void;
}) {
  const app = useApp();
  const { t } = app;
  const known = reasonsOf[kind] ?? movementReasons.filter((one) => one !== 'demo');
  const chosen = movementReasons.find((one) => one === reason);
  const reasons = chosen && !known.includes(chosen) ? [...known, chosen] : known;
  const recent = months(Date.now());
  const all = month && !recent.includes(month) ? [...recent, month] : recent;
  const change = (next: { reason?: string | undefined; month?: string | undefined }) => {
    const { reason: why, month: when } = { reason, month, ...next };
    onChange({ ...(why && { reason: why }), ...(when && { month: when }) });
  };
  return (
    <div className={filters}>
      <Select
        label={t('statement.type')}
        value={chosen ?? ''}
        options={[
          { value: '', words: t('statement.allTypes') },
          ...reasons.map((one) => ({ value: one, words: t(`wallet.reasons.${one}`) })),
        ]}
        onChange={(one) => change({ reason: one })}
      />
      <Select
        label={t('statement.month')}
        value={month ?? ''}
        options={[
          { value: '', words: t('statement.allMonths') },
          ...all.map((one) => ({ value: one, words: monthName(one, app) })),
        ]}
        onChange={(one) => change({ month: one })}
      />
    </div>
  );
}
