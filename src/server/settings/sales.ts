/** Settings for sales in members' shops. */
export interface SalesSettings {
  /** The platform's service fee in per mille of a price. */
  feePermille: number;
  /** Milliseconds from a sale until its earnings are credited. */
  holdTime: number;
  /** Address and key of the shop provider. Absent: a sandbox, and none in production. */
  provider: { api: string; key: string } | undefined;
}

/** Reads SHOP_FEE_PERMILLE, SHOP_HOLD_HOURS, SHOP_API_URL and SHOP_API_KEY; `whole` checks a number's limits. */
export function readSales(
  env: Record<string, string | undefined>,
  whole: (name: string, otherwise: number, min: number, max: number) => number,
  mistakes: string[],
): SalesSettings {
  const api = env.SHOP_API_URL?.trim().replace(/\/+$/, '') ?? '';
  const key = env.SHOP_API_KEY?.trim() ?? '';
  if (!api !== !key) mistakes.push('SHOP_API_URL and SHOP_API_KEY go together');
  if (api && !/^https?:\/\/[^/\s]+/.test(api)) mistakes.push('SHOP_API_URL must be an http or https address');
  return {
    feePermille: whole('SHOP_FEE_PERMILLE', 50, 0, 500),
    holdTime: whole('SHOP_HOLD_HOURS', 168, 0, 8760) * 3_600_000,
    provider: api ? { api, key } : undefined,
  };
}
