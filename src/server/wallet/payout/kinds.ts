import type { Country } from '../../../contract/member/auth';
import type { PayoutKind } from '../../../contract/money/payout';
import type { Settings } from '../../settings/settings';

const kinds: readonly PayoutKind[] = ['abroad', 'bank', 'alipay', 'usdt'];

/**
 * The kinds of account that a country version has: a bank card, abroad first an account at a bank there, and what its members
 * may pay with themselves.
 */
export const kindsFor = ({ methods }: Pick<Settings, 'methods'>, country: Country): PayoutKind[] =>
  kinds.filter((kind) => {
    if (kind === 'abroad') return country === 'intl';
    return kind === 'bank' || methods[country].includes(kind);
  });
