import * as payout from '../../contract/money/payout';
import { ibanLength, ibanRemainder } from '../../contract/rules/bank-account';
import type { Call } from '../../contract/wire/call';

/** For each kind of account, the field of the call that holds its number, and a number that belongs to nobody. */
const numbers = {
  bank: { field: 'cardNumber', example: () => '6299000000000000000' },
  abroad: { field: 'accountNumber', example: numberIn },
  alipay: { field: 'login', example: () => 'nobody@cloudphone.invalid' },
  usdt: { field: 'address', example: () => 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t' },
} as const;

/** A valid number for an account in that country: an IBAN of zeros if the country uses IBANs. */
function numberIn(data: object): string {
  const { country } = data as { country?: unknown };
  const length = typeof country === 'string' && /^[A-Z]{2}$/.test(country) ? ibanLength(country) : 0;
  if (!length) return '0'.repeat(12);
  const rest = '0'.repeat(length - 4);
  return `${country}${`${98 - ibanRemainder(`${country}00${rest}`)}`.padStart(2, '0')}${rest}`;
}

const kinds = Object.keys(numbers) as (keyof typeof numbers)[];

const isNumbered = ({ path }: Pick<Call, 'path'>) =>
  path === payout.userAccountAdd.path || path === payout.userAccountEdit.path;

const kindOf = (data: object): keyof typeof numbers | undefined => {
  const { kind } = data as { kind?: unknown };
  return kinds.find((one) => one === kind);
};

/**
 * The field that the member has to fill in on our own origin: the number of an account, which no partner's page may receive. `needed`:
 * whether it is required; an edited account may keep its number.
 */
export function numberField(
  call: Pick<Call, 'path'>,
  data: object,
): { field: string; needed: boolean } | undefined {
  const kind = isNumbered(call) ? kindOf(data) : undefined;
  return kind && { field: numbers[kind].field, needed: call.path === payout.userAccountAdd.path };
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
  const kind = numberField(call, data)?.needed && kindOf(data);
  return kind ? { ...data, [numbers[kind].field]: numbers[kind].example(data) } : data;
}
