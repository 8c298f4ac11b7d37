import type { Insertable } from 'kysely';
import type { Tx } from '../db/database';
import { textColumns } from '../kernel/texts';
import { insertCoupon } from '../products/put-coupon';
import { insertProducts } from '../products/put-product';
import type { Tables } from '../schema/tables';
import { newbie } from './members';
import texts from './product-texts.json';
import { translated } from './translated';

const day = 86_400_000;

type Row = Insertable<Tables['product']>;
type Given = Pick<Row, 'id' | 'name_en' | 'name_zh' | 'description_en' | 'description_zh' | 'price'> &
  Partial<Omit<Row, 'texts'>>;

const bulk = JSON.stringify([
  { from: 5, percent: 3 },
  { from: 20, percent: 6 },
  { from: 100, percent: 10 },
]);

const machines: Given[] = [
  {
    id: 'p-starter',
    picture: 'phone',
    name_en: 'Starter',
    name_zh: '入门套餐',
    description_en: 'One cloud phone for a month. See how it works before you grow.',
    description_zh: '一台云手机，使用一个月，适合首次体验。',
    price: 99_00,
    days: 30,
    daily_rent: 3_20,
    stock: 860,
    sold: 2_314,
    per_order: 10,
  },
  {
    id: 'p-studio',
    picture: 'studio',
    name_en: 'Studio',
    name_zh: '工作室套餐',
    description_en: 'Cloud phones for a year, for one shop with a few accounts.',
    description_zh: '云手机一年期，适合单店多账号运营。',
    price: 899_00,
    price_before: 999_00,
    points: 9_000,
    cloud_beans: 1_200,
    days: 365,
    daily_rent: 3_20,
    stock: 420,
    sold: 1_288,
    per_order: 200,
    tiers: bulk,
  },
  {
    id: 'p-business',
    picture: 'cabinet',
    name_en: 'Business',
    name_zh: '企业套餐',
    description_en: 'Faster cloud phones for a year, for live rooms that run all day.',
    description_zh: '高性能云手机一年期，适合全天直播间。',
    price: 1_680_00,
    days: 365,
    daily_rent: 5_60,
    stock: 300,
    sold: 536,
    per_order: 300,
    tiers: bulk,
  },
  {
    id: 'p-enterprise',
    picture: 'cabinets',
    name_en: 'Enterprise',
    name_zh: '旗舰套餐',
    description_en: 'Our largest cloud phones for two years, with an account manager of your own.',
    description_zh: '旗舰云手机两年期，配备专属客户经理。',
    price: 3_980_00,
    days: 730,
    daily_rent: 6_80,
    stock: 12,
    sold: 97,
    per_order: 100,
    tiers: bulk,
  },
  {
    id: 'p-weekend',
    picture: 'rack',
    name_en: 'Weekend offer',
    name_zh: '周末特惠',
    description_en: 'Half a year of a cloud phone at a special price. Gone for now.',
    description_zh: '云手机半年期特惠，暂已售罄。',
    price: 399_00,
    price_before: 520_00,
    days: 180,
    daily_rent: 3_00,
    stock: 0,
    sold: 640,
    per_order: 5,
  },
];

const others: Given[] = [
  {
    id: 'p-member-month',
    picture: 'card',
    category: 'membership',
    name_en: 'Membership, 1 month',
    name_zh: '会员月卡',
    description_en: 'Cloud phones cost less while it runs.',
    description_zh: '有效期内购买云手机享受会员折扣。',
    price: 29_00,
    days: 30,
    stock: 9_999,
    sold: 803,
    per_order: 12,
  },
  {
    id: 'p-member-year',
    picture: 'card',
    category: 'membership',
    name_en: 'Membership, 1 year',
    name_zh: '会员年卡',
    description_en: 'A year of lower prices for cloud phones.',
    description_zh: '全年购买云手机享受会员折扣。',
    price: 268_00,
    price_before: 348_00,
    days: 365,
    stock: 9_999,
    sold: 371,
    per_order: 3,
  },
  {
    id: 'p-stand',
    picture: 'stand',
    category: 'goods',
    name_en: 'Phone stand',
    name_zh: '手机支架',
    description_en: 'Aluminium, folds flat, holds a phone or a small tablet.',
    description_zh: '铝合金折叠支架，适配手机与小平板。',
    price: 39_00,
    points: 390,
    cloud_beans: 60,
    stock: 150,
    sold: 212,
    per_order: 5,
  },
  {
    id: 'p-light',
    picture: 'lamp',
    category: 'goods',
    name_en: 'Ring light',
    name_zh: '补光灯',
    description_en: '26 cm, three colours, for video at night.',
    description_zh: '26 厘米环形补光灯，三色可调。',
    price: 118_00,
    points: 1_180,
    stock: 64,
    sold: 90,
    per_order: 5,
  },
  {
    id: 'p-cable',
    picture: 'cable',
    category: 'goods',
    name_en: 'Charging cable',
    name_zh: '快充数据线',
    description_en: 'Two metres, braided, for a phone that works all day.',
    description_zh: '两米编织线，适合全天工作的手机。',
    price: 19_00,
    points: 190,
    cloud_beans: 28,
    stock: 0,
    sold: 500,
    per_order: 5,
  },
  {
    id: 'p-cloth',
    category: 'goods',
    name_en: 'Backdrop',
    name_zh: '直播背景布',
    description_en: 'Two metres wide, plain, does not crease. For members who stream.',
    description_zh: '两米宽纯色背景布，不易起皱，适合直播使用。',
    price: 68_00,
    cloud_beans: 98,
    stock: 40,
    sold: 36,
    per_order: 2,
  },
];

export const demoProducts = (now: number): (Row & { texts: string })[] =>
  [...machines, ...others].map((row, at) => ({
    category: 'machines',
    picture: null,
    price_before: null,
    points: null,
    cloud_beans: null,
    days: 0,
    daily_rent: 0,
    tiers: '[]',
    on_sale: true,
    stock: 0,
    sold: 0,
    per_order: 1,
    rank: at + 1,
    created_at: new Date(now - (120 - at * 9) * day),
    texts: JSON.stringify(texts[row.id as keyof typeof texts]),
    ...row,
  }));

/** Coupons: for single use, for repeated use, for some goods only, and an expired one; and the welcome coupon. */
const demoCoupons = (now: number): Insertable<Tables['coupon']>[] => [
  coupon('WELCOME10', 'percent', 10, 0, null, now + 180 * day, 'Welcome, 10% off', '新人九折'),
  coupon('SAVE200', 'amount', 200_00, 2_000_00, null, now + 60 * day, '¥200 off from ¥2,000', '满2000减200'),
  coupon('STUDIO50', 'amount', 50_00, 0, ['p-studio'], now + 90 * day, '¥50 off Studio', '工作室套餐立减50'),
  coupon('SPRING', 'percent', 20, 0, null, now - 30 * day, 'Spring, 20% off', '春季八折'),
  {
    ...coupon('FIRSTDEMO', 'amount', 10_00, 50_00, null, now + 27 * day, 'For your first order', '首单优惠'),
    left_over: 1,
    member: newbie,
  },
];

function coupon(
  code: string,
  kind: 'amount' | 'percent',
  value: number,
  minimum: number,
  products: string[] | null,
  until: number,
  en: string,
  zh: string,
): Insertable<Tables['coupon']> {
  const product_ids = products && JSON.stringify(products);
  return {
    code,
    ...textColumns({ name: translated(en, zh) }),
    kind,
    value,
    minimum,
    product_ids,
    left_over: 1000,
    valid_until: new Date(until),
  };
}

export async function seedProducts(tx: Tx, now: number): Promise<void> {
  await insertProducts(tx, demoProducts(now));
  for (const one of demoCoupons(now)) await insertCoupon(tx, one);
}
