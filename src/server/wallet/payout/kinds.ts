import type { Country } from '../../../contract/member/auth';
import type { PayoutKind } from '../../../contract/money/payout';
import type { Settings } from '../../settings/settings';

const kinds: readonly PayoutKind[] = ['bank', 'abroad', 'alipay', 'usdt'];

/**
 * The kinds of account for a country version: a bank card or an account at a foreign bank, and the methods with which its members can
 * pay.
 */
export const kindsFor = ({ methods }: Pick<Settings, 'methods'>, country: Country): PayoutKind[] =>
  kinds.filter((kind) => {
    if (kind === 'abroad') return country === 'intl';
    return kind === 'bank' || methods[country].includes(kind);
  });
