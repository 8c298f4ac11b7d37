import { printable, quoted } from './printable.mjs';

// Formats answers of the back office: as lines for people, as JSON for programs, as CSV for spreadsheets.

/** Names of values in fen. In an order that was paid in another currency, they are in that currency. */
const money = new Set(
  'amount fee arrives total paid refunded left price priceBefore dailyRent minimum orderAmount paidAmount unitPrice discount quantityDiscount memberDiscount couponDiscount supplyPrice suggestedPrice balance store frozen shown opening debit credit closing'.split(
    ' ',
  ),
);
/** Exceptions, which share a name with one of those: `left` is a number of pieces for a coupon. */
const counted = new Set(['coupon left']);

/** @type {Record<string, Record<string, string>>} */
const names = {
  'order state': { 0: 'waiting', 1: 'successful', '-1': 'failed', '-3': 'confirming' },
  'workorder status': { 0: 'pending', 1: 'processing', 2: 'processed' },
};

/** @param {number} fen */
const yuan = (fen) =>
  `${fen < 0 ? '-' : ''}¥${(Math.abs(fen) / 100).toFixed(2).replace(/\B(?=(\d{3})+\.)/g, ',')}`;

/**
 * An answer with yuan instead of fen and names instead of numbers.
 * @param {string} group
 * @param {any} value
 * @param {(fen: number) => unknown} [amount]
 * @returns {any}
 */
function readable(group, value, amount = yuan) {
  if (Array.isArray(value)) return value.map((one) => readable(group, one, amount));
  if (!value || typeof value !== 'object') return value;
  const inMoney = value.currency === undefined || value.currency === 'money';
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => {
      const named = names[`${group} ${name}`]?.[String(one)];
      if (named) return [name, named];
      if (typeof one === 'number' && inMoney && money.has(name) && !counted.has(`${group} ${name}`))
        return [name, amount(one)];
      return [name, readable(group, one, inMoney ? amount : (fen) => fen)];
    }),
  );
}

/**
 * An answer as lines of text.
 * @param {string} group
 * @param {any} answer
 * @param {(item: any) => string} [line]
 */
export function asText(group, answer, line) {
  const said = readable(group, answer);
  if (!Array.isArray(said.items)) return `${printable(JSON.stringify(said, undefined, 2))}\n`;
  if (!said.items.length) return 'Nothing.\n';
  /** @param {object} item */
  const block = (item) =>
    Object.entries(item)
      .map(([name, value]) => `${name}: ${quoted(value)}`)
      .join('\n');
  return said.items
    .map((/** @type {object} */ item) => (line ? `${line(item)}\n` : `${block(item)}\n\n`))
    .join('');
}

/**
 * A field of a table for spreadsheets: one that begins like a formula becomes text.
 * @param {unknown} value
 */
function field(value) {
  const text =
    value === null || value === undefined
      ? ''
      : typeof value === 'object'
        ? JSON.stringify(value)
        : String(value);
  const safe = typeof value === 'string' && /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\n\r]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/**
 * Items as a table: a column for each name that occurs, amounts in yuan as `12.00`.
 * @param {string} group
 * @param {any} answer
 */
export function asCsv(group, answer) {
  const said = readable(group, answer, (fen) => (fen / 100).toFixed(2));
  /** @type {Record<string, unknown>[]} */
  const items = Array.isArray(said.items) ? said.items : [said];
  const columns = [...new Set(items.flatMap((item) => Object.keys(item)))];
  return [columns, ...items.map((item) => columns.map((name) => item[name]))]
    .map((row) => `${row.map(field).join(',')}\r\n`)
    .join('');
}
