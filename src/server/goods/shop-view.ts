import type { SalesProvider, Shop } from '../../contract/shop/goods';
import type { Executor } from '../db/database';
import type { Settings } from '../settings/settings';
import { isSandbox } from './provider';
import type { ShopRow } from './tables';

const dayLength = 86_400_000;

export const providerView = (settings: Settings): SalesProvider => ({
  offered: !!settings.sales.provider || isSandbox(settings),
  sandbox: isSandbox(settings),
  holdDays: Math.ceil(settings.sales.holdTime / dayLength),
});

export async function shopView(run: Executor, shop: ShopRow): Promise<Shop> {
  const counts = await run
    .selectFrom('shop_goods')
    .select((is) => [
      is.fn.countAll<number>().as('goods'),
      is.fn.countAll<number>().filterWhere('state', '=', 'on').as('on_sale'),
    ])
    .where('member', '=', shop.member)
    .where('removed_at', 'is', null)
    .executeTakeFirstOrThrow();
  const waiting = await run
    .selectFrom('shop_sale')
    .select((is) => [
      is.fn.coalesce(is.fn.sum<number>('commission'), is.lit(0)).as('held'),
      is.fn.min('credit_at').as('next'),
    ])
    .where('member', '=', shop.member)
    .where('state', '=', 'held')
    .executeTakeFirstOrThrow();
  return {
    name: shop.name,
    ...(shop.logo !== null && { logo: shop.logo }),
    introduction: shop.introduction,
    ...(shop.number !== null && { number: shop.number }),
    version: shop.version,
    goods: Number(counts.goods),
    onSale: Number(counts.on_sale),
    held: Number(waiting.held),
    ...(waiting.next && { nextCreditAt: waiting.next.toISOString() }),
    owed: shop.owed,
    createdAt: shop.created_at.toISOString(),
  };
}
