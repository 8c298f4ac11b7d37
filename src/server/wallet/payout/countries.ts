import type { BankCountry } from '../../../contract/money/payout';
import { byLocale, type Locale } from '../../kernel/messages';

/** ISO 3166-1 alpha-2, and XK, which banks use for Kosovo; without mainland China, whose banks use card numbers. */
const codes =
  'AD AE AF AG AI AL AM AO AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BW BY BZ CA CC CD CF CG CH CI CK CL CM CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO FR GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GT GU GW GY HK HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT MU MV MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO RS RU RW SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TG TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG US UY UZ VA VC VE VG VI VN VU WF WS XK YE YT ZA ZM ZW'.split(
    ' ',
  );

/** Made where it is used first: loading the words of four languages takes a fiftieth of a start. */
function lazily<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => (made ??= make());
}
const names = byLocale((locale) => lazily(() => new Intl.DisplayNames(locale, { type: 'region' })));
const orders = byLocale((locale) => lazily(() => new Intl.Collator(locale)));

export const isCountry = (code: string): boolean => codes.includes(code);

export const countryName = (code: string, locale: Locale): string => names[locale]().of(code) ?? code;

/** All countries, sorted by name. */
export const countries = (locale: Locale): BankCountry[] =>
  codes
    .map((code) => ({ code, name: countryName(code, locale) }))
    .sort((a, b) => orders[locale]().compare(a.name, b.name));
