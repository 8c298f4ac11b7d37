import { is } from 'valibot';
import type { Country } from '../../contract/member/auth';
import { mobile } from '../../contract/rules/fields';
import { invalid } from './invalid';

/** Spec §5: in the Chinese version a phone number is a mobile number of the mainland. Refused with a problem of `field`. */
export function assertPhone(country: Country, number: string, field: string): void {
  if (country === 'cn' && !is(mobile, number)) throw invalid(field, 'mobile');
}
