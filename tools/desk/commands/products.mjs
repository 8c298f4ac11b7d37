import { readFileSync } from 'node:fs';
import { textOptions, textsFrom } from '../texts.mjs';
import { get, post, seg } from './request.mjs';
import { endOf, fen, whole } from './values.mjs';

// Products of our store, and coupons.

/** @import { Command } from './request.mjs' */

const productOptions = {
  ...textOptions('its name'),
  ...textOptions('what it is,', { before: 'description' }),
  '--category <category>': 'machines, membership or goods',
  '--price <yuan>': '',
  '--price-before <yuan|none>': 'before it became cheaper',
  '--points <count|none>': 'what it costs in points',
  '--beans <count|none>': 'and in cloud beans',
  '--stock <count>': '',
  '--per-order <count>': 'pieces that an order may hold',
  '--days <count>': 'that machines earn, or a membership lasts',
  '--rent <yuan>': 'that a machine earns on a day',
  '--tiers <list>': 'percent off for quantities: 5:3,20:6',
  '--rank <count>': 'its place in the list',
  '--tax <list|none>': 'its own tax rates in percent: CN:13,VN:8,*:0',
  '--drawing <name>': 'one of the drawings instead of a photograph',
};

/** @param {Record<string, string>} flags */
function productOf(flags) {
  /** @type {Record<string, unknown>} */
  const made = {};
  made.name = textsFrom(flags);
  made.description = textsFrom(flags, 'description');
  for (const name of ['category', 'drawing']) if (flags[name] !== undefined) made[name] = flags[name];
  const money = { price: 'price', priceBefore: 'priceBefore', rent: 'dailyRent' };
  for (const [flag, name] of Object.entries(money))
    if (flags[flag] !== undefined) made[name] = flags[flag] === 'none' ? null : fen(flags[flag]);
  for (const name of ['points', 'beans', 'stock', 'perOrder', 'days', 'rank'])
    if (flags[name] !== undefined) made[name] = flags[name] === 'none' ? null : whole(flags[name]);
  if (flags.tiers !== undefined)
    made.tiers = flags.tiers.split(',').map((tier) => {
      const [from, percent] = tier.split(':');
      return { from: whole(from), percent: whole(percent) };
    });
  if (flags.tax !== undefined)
    made.taxRates =
      flags.tax === 'none'
        ? []
        : flags.tax.split(',').map((one) => {
            const [countryCode, rate] = one.split(':');
            return { countryCode, rate };
          });
  return made;
}

/** @type {Record<string, Command>} */
export const products = {
  'product list': ['', 'what is sold, with prices and stock', () => get('products')],
  'product add': [
    '',
    'put a new product on sale: --en, --zh and --price, machines --days and --rent as well',
    (_, flags) => post('products', productOf(flags)),
    { options: productOptions },
  ],
  'product set': [
    '<id>',
    'change a product; orders that were placed keep theirs',
    ([id], flags) => post(`products/${seg(id)}`, productOf(flags)),
    { options: productOptions },
  ],
  'product stock': [
    '<id> <by>',
    'pieces that came in, or went: 50, or -3',
    ([id, by]) => post(`products/${seg(id)}/stock`, { by: whole(by) }),
  ],
  'product picture': [
    '<id> <file>',
    'a photograph of it',
    ([id, file = '']) => ({
      path: `products/${seg(id)}/picture`,
      file: readFileSync(file),
      type: 'application/octet-stream',
    }),
  ],
  'product on': ['<id>', 'on sale', ([id]) => post(`products/${seg(id)}/on`)],
  'product off': ['<id>', 'no longer on sale', ([id]) => post(`products/${seg(id)}/off`)],
  'coupon list': ['', 'coupons for everybody, and how often they were used', () => get('coupons')],
  'coupon add': [
    '',
    'make a coupon',
    (_, { code, off, percent, minimum, products, uses, until, ...flags }) =>
      post('coupons', {
        ...(code && { code }),
        name: textsFrom(flags),
        uses: whole(uses),
        validUntil: endOf(until),
        ...(off && { amount: fen(off) }),
        ...(percent && { percent: whole(percent) }),
        ...(minimum && { minimum: fen(minimum) }),
        ...(products && { products: products.split(',') }),
      }),
    {
      options: {
        ...textOptions('its name', { required: ['en', 'zh'] }),
        '--uses! <count>': 'how often it may be used',
        '--until! <day>': 'its last day, 2026-12-31',
        '--off <yuan>': 'takes so much off',
        '--percent <percent>': 'takes a part off',
        '--code <code>': 'instead of one that is drawn',
        '--minimum <yuan>': 'for orders of at least so much',
        '--products <ids>': 'for these products only, with commas',
      },
    },
  ],
  'coupon end': ['<code>', 'nobody uses it any more', ([code]) => post(`coupons/${seg(code)}/end`)],
};
