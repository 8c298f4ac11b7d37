/** `-1234.05`, for files and providers: exact, because it is built from the digits of the fen. */
export const decimalYuan = (fen: number): string =>
  `${fen < 0 ? '-' : ''}${Math.trunc(Math.abs(fen) / 100)}.${String(Math.abs(fen) % 100).padStart(2, '0')}`;
