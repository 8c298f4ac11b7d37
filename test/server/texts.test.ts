import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { sql } from 'kysely';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import * as devices from '../../src/contract/buying/devices';
import * as orders from '../../src/contract/buying/orders';
import * as products from '../../src/contract/buying/products';
import * as categories from '../../src/contract/shop/categories';
import * as goods from '../../src/contract/shop/goods';
import * as videos from '../../src/contract/video/videos';
import { textIn } from '../../src/contract/wire/locale';
import { textColumns } from '../../src/server/kernel/texts';
import { publication } from '../../tools/desk/publication.mjs';
import { addOwner, addSupplied, type Owner } from './support/goods';
import { openGateway, type TestGateway } from './support/open';
import { operator as desk } from './support/operator';
import { addProduct, give, order } from './support/shop';

const test = suite<{ gateway: TestGateway; owner: Owner }>('texts');
test.before(async (context) => {
  context.gateway = await openGateway();
  context.owner = await addOwner(context.gateway);
});
test.after(({ gateway }) => gateway.close());

const headers = ['en_US', 'zh_CN', 'zh_TW', 'vi_VN'];
/** The text that appears in each language. */
async function seen<T>(look: (locale: string) => Promise<T>): Promise<T[]> {
  const all: T[] = [];
  for (const locale of headers) all.push(await look(locale));
  return all;
}

async function done(gateway: TestGateway, ...args: string[]): Promise<string> {
  const { code, text } = await desk(gateway, ...args);
  assert.is(code, 0, text);
  return text;
}
const json = async (gateway: TestGateway, ...args: string[]) =>
  JSON.parse(await done(gateway, ...args, '--json'));

const flags = ['--en', 'Lotus', '--zh', '莲花', '--zh-hant', '蓮花', '--vi', 'Hoa sen'];
const names = ['Lotus', '莲花', '蓮花', 'Hoa sen'];
const plan = ['--category', 'machines', '--price', '10', '--days', '30', '--rent', '0.10'];

const productIn = (gateway: TestGateway, productId: string) =>
  seen(async (locale) => (await gateway.send(products.getProduct, { productId }, { locale })).body);

test('a text without the language appears in its general one, in English, or in any', () => {
  assert.is(textIn({ en: 'Tea', zh: '茶叶' }, 'zh-Hant'), '茶叶');
  assert.is(textIn({ en: 'Tea', zh: '茶叶', 'zh-Hant': '茶葉' }, 'zh-Hant'), '茶葉');
  assert.is(textIn({ en: 'Tea', zh: '茶叶' }, 'vi'), 'Tea');
  assert.is(textIn({ 'zh-Hant': '茶葉', zh: '茶叶' }, 'en'), '茶叶');
  assert.is(textIn({ vi: 'Trà' }, 'zh'), 'Trà');
  assert.is(textIn({ en: '', zh: '茶叶' }, 'en'), '茶叶', 'an empty text is none');
  assert.is(textIn({}, 'en'), '');
});

test('a product has its name and description in every language that the desk gave', async ({ gateway }) => {
  const about = ['--description-en', 'A flower', '--description-vi', 'Một loài hoa'];
  const { id } = await json(gateway, 'product', 'add', ...flags, ...about, ...plan);
  const shown = await productIn(gateway, id);
  assert.equal(
    shown.map(({ name }) => name),
    names,
  );
  assert.equal(
    shown.map(({ description }) => description),
    ['A flower', 'A flower', 'A flower', 'Một loài hoa'],
  );
  const { items } = await json(gateway, 'product', 'list');
  const { en, zh, vi, 'zh-Hant': hant } = items.find((one: { id: string }) => one.id === id).names;
  assert.equal([en, zh, hant, vi], names);
});

test('a change of one language leaves the others', async ({ gateway }) => {
  const { id } = await json(gateway, 'product', 'add', ...flags, '--description-zh-hant', '花', ...plan);
  await done(gateway, 'product', 'set', id, '--vi', 'Sen', '--description-en', 'Flower');
  const shown = await productIn(gateway, id);
  assert.equal(
    shown.map(({ name, description }) => [name, description]),
    [
      ['Lotus', 'Flower'],
      ['莲花', 'Flower'],
      ['蓮花', '花'],
      ['Sen', 'Flower'],
    ],
  );
});

test('a search finds the words of every language, and no name of a language', async ({ gateway }) => {
  const productId = await addProduct(gateway, {
    ...textColumns({
      name: { en: 'Quince', zh: '榅桲', 'zh-Hant': '榲桲', vi: 'Mộc qua' },
      description: { en: '', zh: '' },
    }),
  });
  const find = async (keyword: string) =>
    (await gateway.send(products.queryProducts, { keyword })).body.items.map(
      (one: products.Product) => one.productId,
    );
  for (const keyword of ['quince', '榅桲', '榲桲', 'mộc QUA'])
    assert.equal(await find(keyword), [productId], keyword);
  assert.equal(await find('zh-hant'), []);
});

test('a row that the version before wrote or changed is read as it wrote it', async ({ gateway, owner }) => {
  const { run } = gateway.db;
  const productId = await addProduct(gateway, { name_en: 'Reed', name_zh: '芦苇' });
  const named = async () => (await productIn(gateway, productId)).map(({ name }) => name);
  assert.equal(await named(), ['Reed', '芦苇', '芦苇', 'Reed']);
  await done(gateway, 'product', 'set', productId, '--vi', 'Sậy');
  assert.equal(await named(), ['Reed', '芦苇', '芦苇', 'Sậy']);
  await run.updateTable('product').set({ name_en: 'Rush' }).where('id', '=', productId).execute();
  assert.equal(await named(), ['Rush', '芦苇', '芦苇', 'Sậy']);

  const supplied = await addSupplied(gateway, { name_en: 'Bulrush', name_zh: '香蒲' });
  const onShelf = await seen(async (locale) => {
    const { body } = await gateway.send(goods.goodsList, { keyword: 'bulrush' }, { ...owner.as, locale });
    return body.items.find(({ id }: goods.PlatformGoods) => id === supplied).name;
  });
  assert.equal(onShelf, ['Bulrush', '香蒲', '香蒲', 'Bulrush']);
});

test('the version before reads what is written now', async ({ gateway, owner }) => {
  const { run } = gateway.db;
  const { id } = await json(
    gateway,
    'product',
    'add',
    ...flags,
    '--description-zh',
    '一种花',
    ...plan,
    '--stock',
    '5',
  );
  await give(gateway, owner.member, 'balance', 10_00);
  const { body } = await order(gateway, owner.as, orders.addByMoney, { productId: id });
  await done(gateway, 'dict', 'set', 'category', 'goods', ...flags);
  const until = ['--uses', '1', '--until', '2099-12-31', '--off', '1', '--code', 'LOTUS'];
  await done(gateway, 'coupon', 'add', ...flags, ...until);
  const old = async (table: string, columns: string, key: string, value: string) =>
    (
      await sql<object>`select ${sql.raw(columns)} from ${sql.table(table)} where ${sql.ref(key)} = ${value}`.execute(
        run,
      )
    ).rows[0];
  const both = { name_en: 'Lotus', name_zh: '莲花' };
  const all = 'name_en, name_zh, description_en, description_zh';
  assert.equal(await old('product', all, 'id', id), {
    ...both,
    description_en: '',
    description_zh: '一种花',
  });
  assert.equal(await old('purchase_line', 'name_en, name_zh', 'order_no', body.orderNo), both);
  assert.equal(await old('coupon', 'name_en, name_zh', 'code', 'LOTUS'), both);
  assert.equal(await old('dictionary_word', 'en, zh', 'value', 'goods'), { en: 'Lotus', zh: '莲花' });
});

test('an order, its machines and its coupon keep the names in all languages', async ({ gateway, owner }) => {
  const { id } = await json(gateway, 'product', 'add', ...flags, ...plan, '--stock', '5');
  const coupon = ['--uses', '9', '--until', '2099-12-31', '--off', '1', '--code', 'SEN'];
  await done(gateway, 'coupon', 'add', ...flags, ...coupon);
  await give(gateway, owner.member, 'balance', 10_00);
  const quoted = await seen(async (locale) => {
    const input = { items: [{ productId: id, quantity: 1 }], couponCode: 'SEN' };
    return (await gateway.send(products.quote, input, { ...owner.as, locale })).body.coupon.name;
  });
  assert.equal(quoted, names);
  const { body } = await order(gateway, owner.as, orders.addByMoney, { productId: id });
  await done(gateway, 'product', 'set', id, '--en', 'Rose', '--vi', 'Hoa hồng');
  const bought = await seen(async (locale) => {
    const { orderNo } = body;
    return (await gateway.send(orders.orderDetail, { orderNo }, { ...owner.as, locale })).body.lines[0];
  });
  assert.equal(
    bought.map(({ name }) => name),
    names,
  );
  const { device: serialNumber } = bought[0];
  const machines = await seen(async (locale) => {
    const { items } = (await gateway.send(devices.listDevices, {}, { ...owner.as, locale })).body;
    return items.find((one: devices.Device) => one.serialNumber === serialNumber).name;
  });
  assert.equal(machines, ['Rose', '莲花', '蓮花', 'Hoa hồng'], 'machines are called as their plan is now');
});

test('a category of the platform gets the languages that it lacks', async ({ gateway, owner }) => {
  const supply = async (category: object) => {
    const file = path.join(gateway.settings.dataDir, `${randomUUID()}.json`);
    const texts = { en: 'Lotus tea', zh: '莲花茶', 'zh-Hant': '蓮花茶' };
    const good = { name: texts, description: texts, supplyPrice: 1, suggestedPrice: 2, stock: 1 };
    await writeFile(file, JSON.stringify({ ...good, category: { id: 'c-lotus', ...category } }));
    return json(gateway, 'supply', 'put', file);
  };
  const { id } = await supply({ en: 'Lotus', zh: '莲花' });
  await supply({ en: 'Other', zh: '别的', vi: 'Hoa sen' });
  const shelf = await seen(async (locale) => {
    const as = { ...owner.as, locale };
    const { items } = (await gateway.send(goods.goodsList, { keyword: '蓮花茶' }, as)).body;
    const good = items.find((one: goods.PlatformGoods) => one.id === id);
    const all = (await gateway.send(categories.listAdminCategory, {}, as)).body.items;
    return [good.name, good.description, all.find((one: { id: string }) => one.id === 'c-lotus').name];
  });
  assert.equal(shelf, [
    ['Lotus tea', 'Lotus tea', 'Lotus'],
    ['莲花茶', '莲花茶', '莲花'],
    ['蓮花茶', '蓮花茶', '莲花'],
    ['Lotus tea', 'Lotus tea', 'Hoa sen'],
  ]);
  const listed = (await json(gateway, 'supply', 'list')).items;
  assert.is(listed.find((one: { id: string }) => one.id === id).name, 'Lotus tea');
});

test('a video has its title in each language, in lists and as the name of the file', async ({
  gateway,
  owner,
}) => {
  const title = ['--en', 'Lotus', '--zh', '莲花', '--vi', 'Hoa sen'];
  const { id } = await json(gateway, 'video', 'add', 'test/support/clip.mp4', ...title);
  const shown = await seen(async (locale) => {
    const as = { ...owner.as, locale };
    const listed = (await gateway.send(videos.queryVideosList, { keyword: 'hoa sen' }, as)).body.items;
    return [
      listed.find((one: videos.Video) => one.id === id).title,
      (await gateway.send(videos.downloadVideo, { id }, as)).body.name,
    ];
  });
  assert.equal(shown, [
    ['Lotus', 'Lotus.mp4'],
    ['莲花', '莲花.mp4'],
    ['莲花', '莲花.mp4'],
    ['Hoa sen', 'Hoa sen.mp4'],
  ]);
});

test('the desk gives a value of a dictionary its words in each language', async ({ gateway }) => {
  const label = () =>
    seen(async (locale) => {
      const { items } = (await gateway.send(orders.getDict, { dictCode: 'idType' }, { locale })).body;
      return items.find(({ value }: { value: string }) => value === 'passport').label;
    });
  await done(gateway, 'dict', 'set', 'idType', 'passport', ...flags);
  assert.equal(await label(), names);
  const listed = (await json(gateway, 'dict', 'list', 'idType')).items;
  const { en, zh, 'zh-Hant': hant, vi } = listed.find((one: { value: string }) => one.value === 'passport');
  assert.equal([en, zh, hant, vi], names);
  await gateway.db.run
    .insertInto('dictionary_word')
    .values({ dictionary: 'idType', value: 'residentId', en: 'Card', zh: '证' })
    .execute();
  const { items } = (await gateway.send(orders.getDict, { dictCode: 'idType' }, { locale: 'zh_TW' })).body;
  assert.is(items[0].label, '证', 'as the version before wrote it');
});

test('the name of a file says the language of a notice', async ({ gateway }) => {
  const files: string[] = [];
  for (const name of ['lotus.html', 'lotus.zh.html', 'lotus.zh-hant.html', 'lotus.vi.html']) {
    files.push(path.join(gateway.settings.dataDir, name));
    await writeFile(files.at(-1) ?? '', `<h1>${name}</h1><p>Words</p>`);
  }
  const { texts } = publication(files, {}, randomUUID);
  assert.equal(
    Object.entries(texts).map(([locale, { title }]) => [locale, title]),
    [
      ['en', 'lotus.html'],
      ['zh', 'lotus.zh.html'],
      ['zh-Hant', 'lotus.zh-hant.html'],
      ['vi', 'lotus.vi.html'],
    ],
  );
});

test.run();
