/** Fen as members read them: `¥1,234.50`. */
export const yuan = (fen: number): string => `¥${(fen / 100).toFixed(2).replace(/\B(?=(\d{3})+\.)/g, ',')}`;
