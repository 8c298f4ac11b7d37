import type { PayoutAccount, PayoutKind } from '../../../contract/money/payout';
import { masked } from '../../auth/contacts';
import { type Locale, translate } from '../../kernel/messages';
import { bankName } from './banks';
import { countryName } from './countries';
import type { PayoutAccountRow } from './tables';

const masks: Record<PayoutKind, (number: string) => string> = {
  bank: (number) => `•••• ${number.slice(-4)}`,
  abroad: (number) => `•••• ${number.slice(number.length < 8 ? -2 : -4)}`,
  alipay: masked,
  usdt: (address) => `${address.slice(0, 6)}…${address.slice(-6)}`,
};

/** A masked number: the owner recognizes it, but nobody can use it. */
const maskedNumber = (kind: PayoutKind, number: string): string => masks[kind](number);

/** `now`, in milliseconds, decides whether the account is still in its cooling-off period. */
export const payoutAccount = (
  row: Omit<PayoutAccountRow, 'usable_from'> & { usable_from?: Date | null },
  locale: Locale,
  now = Number.POSITIVE_INFINITY,
): PayoutAccount => ({
  id: row.id,
  kind: row.kind,
  type: translate(locale, `dict_accountType_${row.kind}`),
  holder: row.holder,
  number: maskedNumber(row.kind, row.number),
  ...(row.bank !== null &&
    (row.kind === 'abroad'
      ? { bankName: row.bank }
      : { openingBank: row.bank, bankName: bankName(row.bank, locale) })),
  ...(row.branch !== null && { openingBranch: row.branch }),
  ...(row.swift !== null && { swift: row.swift }),
  ...(row.country !== null && { country: row.country, countryName: countryName(row.country, locale) }),
  addTime: row.at.toISOString(),
  ...(row.usable_from && row.usable_from.getTime() > now && { availableAt: row.usable_from.toISOString() }),
});
