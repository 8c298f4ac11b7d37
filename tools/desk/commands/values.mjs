// Parses amounts, numbers and days that an operator types.

/**
 * Typed yuan, `12.5`, as fen.
 * @param {string | undefined} text
 */
export function fen(text) {
  const [, whole, part = ''] = /^(\d+)(?:\.(\d{1,2}))?$/.exec(text ?? '') ?? [];
  if (whole === undefined) throw new Error(`${text} is not an amount in yuan, like 12.50`);
  return Number(whole) * 100 + Number(part.padEnd(2, '0'));
}

/** @param {string | undefined} text */
export function whole(text) {
  if (!/^-?\d{1,12}$/.test(text ?? '')) throw new Error(`${text} is not a whole number`);
  return Number(text);
}

/** @param {string} day The last moment of a day in China. */
export function endOf(day) {
  const at = new Date(`${day}T23:59:59+08:00`);
  if (Number.isNaN(at.getTime())) throw new Error(`${day} is not a day like 2026-12-31`);
  return at.toISOString();
}
