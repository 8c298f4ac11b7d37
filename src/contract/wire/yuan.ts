/** Fen in readable form: `¥1,234.50`. */
export const yuan = (fen: number): string =>
  `${fen < 0 ? '−' : ''}¥${(Math.abs(fen) / 100).toFixed(2).replace(/\B(?=(\d{3})+\.)/g, ',')}`;

/** Yuan as typed, with up to two decimals, in fen; undefined if it is not an amount. */
export function fenOf(text: string): number | undefined {
  const [, whole, part = ''] = /^(\d{1,12})(?:\.(\d{1,2}))?$/.exec(text.trim()) ?? [];
  return whole === undefined ? undefined : Number(whole) * 100 + Number(part.padEnd(2, '0'));
}
