import type { Insertable } from 'kysely';
import type { Tx } from '../db/database';
import { credited, saleOf } from '../goods/sales';
import { hourLength, visitOf } from '../goods/sandbox';
import { type SuppliedGoods, supplyGoods } from '../goods/supply-goods';
import type { SaleRow, ShopGoodsRow } from '../goods/tables';
import { dayOf } from '../kernel/dates';
import type { FileStore } from '../kernel/file-store';
import type { Locale } from '../kernel/messages';
import { textColumns } from '../kernel/texts';
import { openStore } from '../pictures/open-store';
import type { Tables } from '../schema/tables';
import type { Settings } from '../settings/settings';
import type { PastMovement } from './books';
import { insertAll } from './bulk';
import { type Clip, seedClip } from './media';
import { demo, democn } from './members';
import { translated } from './translated';

const day = 86_400_000;

const categories = [
  ['c-lights', 'Lights', '灯具'],
  ['c-stands', 'Stands', '支架'],
  ['c-cables', 'Cables', '线材'],
  ['c-kitchen', 'Kitchen', '厨房'],
  ['c-tea', 'Tea', '茶叶'],
  ['c-gifts', 'Gifts', '礼品'],
] as const;

type Supplied = [
  category: (typeof categories)[number][0],
  picture: SuppliedGoods['picture'],
  supply: number,
  suggested: number,
  stock: number,
  en: string,
  zh: string,
];

const supplied: Supplied[] = [
  ['c-lights', 'lamp', 62_00, 89_00, 240, 'Ring light 26 cm with tripod', '26厘米补光灯（带三脚架）'],
  ['c-stands', 'stand', 18_90, 29_90, 640, 'Phone stand, foldable', '折叠手机支架'],
  ['c-cables', 'cable', 9_60, 15_50, 320, 'USB-C cable 2 m, braided', 'USB-C 编织数据线 2米'],
  ['c-kitchen', 'parcel', 108_00, 149_00, 90, 'Camp cooking set, 6 parts', '露营炊具六件套'],
  ['c-tea', 'parcel', 22_00, 36_00, 310, 'Jasmine tea, 250 g', '茉莉花茶 250克'],
  ['c-stands', 'stand', 96_00, 139_00, 60, 'Desk arm for two phones', '双机位桌面支架'],
  ['c-lights', 'lamp', 128_00, 179_00, 75, 'Panel light, two colors', '双色平板补光灯'],
  ['c-cables', 'cable', 24_00, 39_00, 150, 'Charging hub, six ports', '六口充电器'],
  ['c-kitchen', 'parcel', 31_00, 49_00, 180, 'Noodle bowl, stoneware', '粗陶面碗'],
  ['c-tea', 'parcel', 45_00, 72_00, 120, 'Pu’er tea cake, 357 g', '普洱茶饼 357克'],
  ['c-gifts', 'parcel', 52_00, 88_00, 100, 'Gift box with ribbon, large', '大号丝带礼盒'],
  ['c-stands', 'stand', 12_00, 19_90, 800, 'Ring holder for phones', '手机指环支架'],
  ['c-lights', 'lamp', 39_00, 59_00, 260, 'Clip-on light for phones', '手机夹式补光灯'],
  ['c-cables', 'cable', 7_20, 12_90, 500, 'Cable ties, set of 20', '理线带 20根装'],
  ['c-kitchen', 'parcel', 58_00, 85_00, 70, 'Cast-iron pan, 20 cm', '20厘米铸铁锅'],
  ['c-tea', 'parcel', 28_00, 45_00, 210, 'Oolong tea, 150 g', '乌龙茶 150克'],
  ['c-gifts', 'parcel', 16_00, 28_00, 400, 'Candle, cedar', '雪松香薰蜡烛'],
  ['c-stands', 'stand', 44_00, 69_00, 130, 'Tripod, 1.6 m', '1.6米三脚架'],
  ['c-lights', 'lamp', 210_00, 289_00, 40, 'Studio light with softbox', '柔光箱摄影灯'],
  ['c-cables', 'cable', 15_00, 25_00, 280, 'Audio cable for streaming', '直播音频线'],
  ['c-kitchen', 'parcel', 19_00, 32_00, 220, 'Bamboo chopping board', '竹砧板'],
  ['c-tea', 'parcel', 33_00, 55_00, 160, 'Green tea, spring harvest', '明前绿茶'],
  ['c-gifts', 'parcel', 23_00, 39_00, 190, 'Desk calendar with lights', '灯光台历'],
  ['c-stands', 'stand', 68_00, 99_00, 85, 'Overhead arm for cooking videos', '俯拍支架'],
];

const platformId = (at: number) => `pg-${String(at + 1).padStart(2, '0')}`;

const videos: [at: number, clip: Clip, en: string, zh: string][] = [
  [0, 'ringlight', 'Light your table in one minute', '一分钟点亮餐桌'],
  [1, 'stand', 'One hand free: the fold', '解放一只手：折叠演示'],
  [2, 'cable', 'Two meters of braid', '两米编织线实测'],
  [6, 'ringlight', 'Warm or cold: two colors of light', '冷暖双色怎么选'],
  [5, 'stand', 'Two phones, one arm', '双机位，一个支架'],
  [17, 'stand', 'A tripod for every room', '一个三脚架，全屋可用'],
  [12, 'ringlight', 'Clip on and go live', '夹上就能开播'],
  [7, 'rack', 'Six phones charged overnight', '六台手机一夜充满'],
  [18, 'wave', 'Studio light for small rooms', '小房间也能有影棚光'],
];

interface Keeper {
  member: string;
  locale: Locale;
  name: string;
  introduction: string;
  /** Indexes of `supplied`; the last two are off sale. */
  goods: number[];
}

const keepers: Keeper[] = [
  {
    member: demo,
    locale: 'en',
    name: 'Dana’s table',
    introduction: 'Lights, stands and tea for evenings.',
    goods: [0, 1, 2, 3, 4, 5, 6, 8, 12, 17, 10, 14],
  },
  {
    member: democn,
    locale: 'zh',
    name: '小演的店',
    introduction: '灯光、支架和好茶。',
    goods: [0, 1, 4, 9, 12, 16],
  },
];

/** Length of the demo shops' history in days. */
const history = 90;

function categoryOf(id: (typeof categories)[number][0]) {
  const [, en, zh] = categories.find(([one]) => one === id) ?? [id, id, id];
  return { id, ...translated(en, zh) };
}

/** The platform's goods and videos, as an operator would supply them. */
async function seedPlatform(tx: Tx, files: FileStore, now: number): Promise<void> {
  for (const [at, [category, picture, supplyPrice, suggestedPrice, stock, en, zh]] of supplied.entries())
    await supplyGoods(
      tx,
      {
        id: platformId(at),
        picture,
        supplyPrice,
        suggestedPrice,
        stock,
        name: translated(en, zh),
        category: categoryOf(category),
        description: translated(
          'Sent by the platform within two days. Comes back free of charge within seven days.',
          '平台 48 小时内发货，七天无理由退换。',
        ),
      },
      now - (120 - at) * day,
    );
  for (const [at, [goods, clip, en, zh]] of videos.entries()) {
    const created_at = new Date(now - (2 + at * 5) * day);
    const file = await seedClip(tx, files, clip, { owner: 'platform', at: created_at });
    const { size, seconds } = await tx
      .selectFrom('picture')
      .select(['size', 'seconds'])
      .where('id', '=', file)
      .executeTakeFirstOrThrow();
    const picture = supplied[goods]?.[1] ?? 'parcel';
    const row = {
      id: `v-${at + 1}`,
      goods: platformId(goods),
      file,
      picture,
      size,
      ...textColumns({ title: translated(en, zh) }),
    };
    await insertAll(tx, 'video', [{ ...row, length: seconds ?? 1, created_at }]);
  }
}

/** Past visits and sales of a good in the sandbox: days, and sales that are held, credited or returned. */
function past(goods: ShopGoodsRow & { supply_price: number }, settings: Settings, now: number) {
  const { holdTime } = settings.sales;
  const days = new Map<string, Insertable<Tables['shop_goods_day']>>();
  const sales: SaleRow[] = [];
  const last = Math.floor(now / hourLength) - 1;
  for (let hour = last - history * 24; hour < last; hour++) {
    const at = new Date(hour * hourLength + 1_200_000);
    const { views, sold, returned } = visitOf(goods.id, hour);
    // No sale of the demo becomes due within the next day, so that figures do not change while somebody looks at them.
    const due = at.getTime() + holdTime;
    if (due > now - day / 2 && due < now + day) continue;
    const name = dayOf(at.getTime());
    const counted = days.get(name) ?? {
      member: goods.member,
      goods: goods.id,
      day: name,
      views: 0,
      sales: 0,
    };
    counted.views += views;
    days.set(name, counted);
    if (!sold) continue;
    const sale = saleOf(goods, { number: `${goods.id}-${hour}`, quantity: sold, at }, settings);
    const back = at.getTime() + day;
    if (returned && back < now) Object.assign(sale, { state: 'returned', returned_at: new Date(back) });
    else {
      counted.sales += sold;
      if (due <= now) sale.state = 'credited';
    }
    sales.push(sale);
  }
  return { days: [...days.values()], sales };
}

/** Two members' shops with goods, categories and sales; returns the movements of credited sales. */
export async function seedShops(tx: Tx, settings: Settings, now: number): Promise<PastMovement[]> {
  await seedPlatform(tx, openStore(settings), now);
  const movements: PastMovement[] = [];
  for (const { member, locale, name, introduction, goods } of keepers) {
    const opened = new Date(now - (history + 2) * day);
    await insertAll(tx, 'shop', [
      {
        member,
        name,
        introduction,
        logo: null,
        number: null,
        version: 1,
        owed: 0,
        created_at: opened,
      },
    ]);
    const own = categories.filter(([id]) => goods.some((at) => supplied[at]?.[0] === id));
    const categoryId = (id: string) => `${member}-${id}`;
    await insertAll(
      tx,
      'shop_category',
      own.map(([id, en, zh], position) => ({
        id: categoryId(id),
        member,
        platform_id: id,
        position,
        created_at: opened,
        name: locale === 'zh' ? zh : en,
      })),
    );
    const days: Insertable<Tables['shop_goods_day']>[] = [];
    const rows = goods.flatMap((at, index) => {
      const one = supplied[at];
      if (!one) return [];
      const [category, , supply_price, price, stock, en, zh] = one;
      const added = new Date(opened.getTime() + index * 60_000);
      const row: ShopGoodsRow = {
        id: `${member}-${at + 1}`,
        member,
        platform_id: platformId(at),
        number: null,
        price,
        stock,
        sold: 0,
        name: locale === 'zh' ? zh : en,
        description: locale === 'zh' ? '现货，48 小时内发货。' : 'In stock, sent within two days.',
        state: index < goods.length - 2 ? 'on' : 'off',
        category: categoryId(category),
        pictures: '[]',
        version: 1,
        created_at: added,
        changed_at: added,
        removed_at: null,
      };
      return [{ ...row, supply_price }];
    });
    const sales: SaleRow[] = [];
    for (const row of rows) {
      if (row.state === 'off') continue;
      const done = past(row, settings, now);
      days.push(...done.days);
      sales.push(...done.sales);
      row.sold = done.days.reduce((all, one) => all + one.sales, 0);
    }
    await insertAll(
      tx,
      'shop_goods',
      rows.map(({ supply_price: _, ...row }) => row),
    );
    await insertAll(tx, 'shop_goods_day', days);
    await insertAll(tx, 'shop_sale', sales);
    for (const sale of sales)
      if (sale.state === 'credited' && sale.commission > 0)
        movements.push({ ...credited(sale), id: `demo-${sale.number}`, at: sale.credit_at.getTime() });
  }
  return movements;
}
