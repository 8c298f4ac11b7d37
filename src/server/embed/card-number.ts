import { signContract } from '../../contract/buying/orders';
import * as payout from '../../contract/money/payout';
import { ibanLength, ibanRemainder } from '../../contract/rules/bank-account';
import type { Call } from '../../contract/wire/call';

/** For each kind of account or document, the field of the call that holds its number, and a number that belongs to nobody. */
const numbers = {
  bank: { field: 'cardNumber', example: () => '6299000000000000000' },
  abroad: { field: 'accountNumber', example: numberIn },
  alipay: { field: 'login', example: () => 'nobody@cloudphone.invalid' },
  usdt: { field: 'address', example: () => 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t' },
  residentId: { field: 'idNumber', example: () => '11010119900307109X' },
  passport: { field: 'idNumber', example: () => 'X00000000' },
} as const;

/** A valid number for an account in that country: an IBAN of zeros if the country uses IBANs. */
function numberIn(data: object): string {
  const { country } = data as { country?: unknown };
  const length = typeof country === 'string' ? ibanLength(country) : 0;
  if (!length) return '0'.repeat(12);
  const rest = '0'.repeat(length - 4);
  return `${country}${`${98 - ibanRemainder(`${country}00${rest}`)}`.padStart(2, '0')}${rest}`;
}

const kinds = Object.keys(numbers) as (keyof typeof numbers)[];

/** The field of each call that says which kind its number is of. */
const kindBy = new Map<string, 'kind' | 'idType'>([
  [payout.userAccountAdd.path, 'kind'],
  [payout.userAccountEdit.path, 'kind'],
  [signContract.path, 'idType'],
]);

const kindOf = ({ path }: Pick<Call, 'path'>, data: object): keyof typeof numbers | undefined => {
  const given = (data as Record<string, unknown>)[kindBy.get(path) ?? ''];
  return kinds.find((one) => one === given);
};

/**
 * The field that the member has to fill in on our own origin: the number of an account or of an identity document, which no partner's
 * page may receive. `needed`: whether it is required; an edited account may keep its number.
 */
export function numberField(
  call: Pick<Call, 'path'>,
  data: object,
): { field: string; needed: boolean } | undefined {
  const kind = kindOf(call, data);
  return kind && { field: numbers[kind].field, needed: call.path !== payout.userAccountEdit.path };
}

/** The data without the number: we ignore any number that a page sent. */
export function withoutNumber(call: Pick<Call, 'path'>, data: object): object {
  const number = numberField(call, data);
  if (!number) return data;
  const { [number.field]: _, ...rest } = data as Record<string, unknown>;
  return rest;
}

/** The data with an example in place of the number that the member still has to type. */
export function exampleNumber(call: Pick<Call, 'path'>, data: object): object {
  const kind = numberField(call, data)?.needed && kindOf(call, data);
  return kind ? { ...data, [numbers[kind].field]: numbers[kind].example(data) } : data;
}
