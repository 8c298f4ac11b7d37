import type { RequestContext } from '../kernel/context';
import { DomainError } from '../kernel/domain-error';
import type { Settings } from '../settings/settings';
import { callingCodeOf } from './calling-codes';
import type { Contact } from './contacts';
import { reserve } from './password';

const hour = 3_600_000;

/** Whether text messages go to a number's country (`SMS_COUNTRIES`). */
export const isServed = ({ smsCountries }: Settings, phone: string): boolean =>
  !smsCountries || smsCountries.includes(callingCodeOf(phone));

/**
 * Counts a text message against the hourly budget of its country (`SMS_HOURLY`). Members who are signed in have a separate budget, so
 * that strangers cannot use it up. Returns the key it was counted under; nothing for an e-mail. Refuses a number of a country that is not
 * served (`SMS_COUNTRIES`), and a country whose budget is used up.
 */
export async function countText(ctx: RequestContext, { kind, key }: Contact): Promise<string | undefined> {
  if (kind !== 'phone') return;
  if (!isServed(ctx.settings, key))
    throw new DomainError('smsCountry', {}, { problems: { to: { rule: 'wrong' } } });
  const name = `sms:${ctx.member ? 'members:' : ''}${callingCodeOf(key)}`;
  await reserve(ctx, name, { max: ctx.settings.smsHourly, window: hour });
  return name;
}
