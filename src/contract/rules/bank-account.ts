import * as v from 'valibot';
import { required } from './fields';

/** Length of an IBAN by country, from the registry of ISO 13616. */
const lengths =
  'AD24AE23AL28AT20AZ28BA20BE16BG22BH22BI27BR29BY28CH21CR22CY28CZ24DE22DJ27DK18DO28EE20EG29ES24FI18FK18FO18FR27GB22GE22GI23GL18GR27GT28HN28HR21HU28IE22IL23IQ23IS26IT27JO30KW30KZ20LB28LC32LI21LT20LU20LV21LY25MC27MD24ME22MK19MN20MR27MT31MU30NI28NL18NO15OM23PK24PL28PS29PT25QA29RO24RS22RU33SA24SC31SD18SE24SI19SK24SM27SO23ST25SV28TL23TN24TR26UA29VA22VG24XK20YE30';
/** Countries that introduced IBANs recently, where banks still accept their own numbers. */
const optional = 'BI DJ FK HN LY MN NI RU SD SO YE';

/** How a country is written: ISO 3166-1 alpha-2. */
const countryCode = /^[A-Z]{2}$/;

/** Length of an IBAN of a country (`DE`); 0 for a country without IBANs, and for a text that is no country, such as `((`. */
export const ibanLength = (country: string): number =>
  countryCode.test(country) ? +(new RegExp(`^(?:.{4})*?${country}(\\d\\d)`).exec(lengths)?.[1] ?? 0) : 0;

/** ISO 7064, MOD 97-10, of an IBAN without spaces: 1 if its check digits are correct. */
export function ibanRemainder(iban: string): number {
  const digits = (iban.slice(4) + iban.slice(0, 4)).replace(/[A-Z]/g, (one) => `${one.charCodeAt(0) - 55}`);
  return [...digits].reduce((rest, digit) => (rest * 10 + +digit) % 97, 0);
}

/** An IBAN in capitals without spaces, with the length of its country and correct check digits. */
const isIban = (text: string): boolean =>
  /^[A-Z]{2}\d\d[A-Z0-9]+$/.test(text) &&
  text.length === ibanLength(text.slice(0, 2)) &&
  ibanRemainder(text) === 1;

/** Whether the number is valid for an account in that country: an IBAN if the country uses IBANs, any other number elsewhere. */
export const fitsCountry = (number: string, country: string): boolean =>
  isIban(number)
    ? !ibanLength(country) || number.startsWith(country)
    : !ibanLength(country) || optional.includes(country);

/**
 * The number of an account at a foreign bank: 4 to 34 letters or digits; spaces, dots and hyphens are ignored. A number that begins like
 * an IBAN must be a valid one.
 */
export const accountNumber = v.pipe(
  v.string('required'),
  v.transform((typed) => typed.replace(/[\s.-]/g, '').toUpperCase()),
  v.nonEmpty('required'),
  v.regex(/^[A-Z0-9]{4,34}$/, 'account'),
  v.check(
    (number) => !(/^[A-Z]{2}\d\d/.test(number) && ibanLength(number.slice(0, 2))) || isIban(number),
    'iban',
  ),
);

/** ISO 9362: the bank (4 letters), its country (2), its location (2) and optionally its branch (3). */
export const swift = v.pipe(
  v.string('required'),
  v.transform((typed) => typed.replace(/\s/g, '').toUpperCase()),
  v.nonEmpty('required'),
  v.regex(/^[A-Z]{6}[A-Z0-9]{2}([A-Z0-9]{3})?$/, 'swift'),
);

export const country = v.pipe(required(2), v.regex(countryCode, 'wrong'));
