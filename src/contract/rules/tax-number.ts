/** Letters and digits of China's unified social credit code (GB 32100-2015), by their values. */
const creditCodeLetters = '0123456789ABCDEFGHJKLMNPQRTUWXY';

/** The 18th character is a check over the others, modulo 31. */
function isCreditCode(code: string): boolean {
  const values = [...code].map((one) => creditCodeLetters.indexOf(one));
  if (values.length !== 18 || values.includes(-1)) return false;
  const sum = values.slice(0, 17).reduce((all, value, at) => all + value * (3 ** at % 31), 0);
  return values[17] === (31 - (sum % 31)) % 31;
}

/** Vietnam's number: ten digits, the last a check, and for a branch three more. */
function isVietnamese(code: string): boolean {
  if (!/^\d{10}(\d{3})?$/.test(code)) return false;
  const sum = [31, 29, 23, 19, 17, 13, 7, 5, 3].reduce(
    (all, weight, at) => all + weight * +code.charAt(at),
    0,
  );
  return 10 - (sum % 11) === +code.charAt(9);
}

/** Germany's VAT number: its country and nine digits, the last a check (ISO 7064, MOD 11,10). */
function isGerman(code: string): boolean {
  const digits = /^DE([1-9]\d{8})$/.exec(code)?.[1];
  if (!digits) return false;
  const product = [...digits.slice(0, 8)].reduce((before, digit) => {
    const sum = (+digit + before) % 10 || 10;
    return (2 * sum) % 11;
  }, 10);
  return (11 - product) % 10 === +digits.charAt(8);
}

/** Tax numbers of the countries whose check digits we know. No object, because that has more properties than these: `__proto__`. */
const checks = new Map([
  ['CN', isCreditCode],
  ['VN', isVietnamese],
  ['DE', isGerman],
]);

/** A tax number without spaces, dots and hyphens, in capitals. */
export const plainTaxNumber = (typed: string): string => typed.replace(/[\s.-]/g, '').toUpperCase();

/** Whether a plain number can be a tax number of a country: with the check digits of the country, elsewhere 5 to 20 letters or digits. */
export const isTaxNumber = (code: string, country: string): boolean =>
  checks.get(country)?.(code) ?? /^[A-Z0-9]{5,20}$/.test(code);
