/** `12.345678` from 10^-6 USDT: the exact amount to send, with at least two decimals. */
export function usdt(micro: number): string {
  const fraction = String(micro % 1_000_000)
    .padStart(6, '0')
    .replace(/0+$/, '')
    .padEnd(2, '0');
  return `${Math.trunc(micro / 1_000_000)}.${fraction}`;
}
