import type { Country } from '../../contract/member/auth';
import type { Reader } from './environment';
import { fenOrOff } from './operating';

/** The rules that protect money that leaves a member's account. */
export interface PayoutRules {
  /** Fen from which payments from the balance, withdrawals and transfers require the payment password; 0 for always. Absent: never. */
  payPasswordFrom: number | undefined;
  /** Milliseconds until a new payout account, or a changed number, can receive money. */
  payoutCoolingOff: number;
  /** Fen that a member may withdraw in a day, by country version; and from which a withdrawal is called large. */
  payoutLimits: Record<Country, number | undefined> & { reportFrom: number };
}

/** `testMode`: a new payout account can receive money at once. */
export function readPayoutRules(reader: Reader, testMode: boolean): PayoutRules {
  const { whole } = reader;
  return {
    payPasswordFrom:
      reader.text('PAY_PASSWORD_FROM', '0') === 'off'
        ? undefined
        : whole('PAY_PASSWORD_FROM', 0, 0, 100_000_000),
    payoutCoolingOff: whole('PAYOUT_REST_HOURS', testMode ? 0 : 24, 0, 720) * 3_600_000,
    payoutLimits: {
      cn: fenOrOff(reader, 'PAYOUT_DAY_LIMIT_CN', 'off'),
      intl: fenOrOff(reader, 'PAYOUT_DAY_LIMIT_INTL', 'off'),
      reportFrom: whole('PAYOUT_REPORT_FROM', 50_000_00, 1, 1_000_000_000),
    },
  };
}
