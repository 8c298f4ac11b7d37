import { endpoints } from '../../../src/server/endpoints';
import type { World } from './fuzz-world';

/** Fields that are called otherwise where they come from. */
const sources: Record<string, readonly string[]> = {
  shownTotal: ['total'],
  fee: ['fee'],
  accountId: ['id'],
  productId: ['id', 'productId'],
  addressId: ['id'],
  ids: ['id'],
  taskIds: ['id'],
  to: ['id'],
  randomCodeId: ['id'],
  goodsId: ['id'],
  machineId: ['id'],
  categoryId: ['id', 'categoryId'],
  from: ['next'],
  parent: ['code'],
  openingBank: ['code'],
  ref: ['ref', 'number'],
  orderNo: ['orderNo', 'number'],
  platformIds: ['id'],
  stockBefore: ['stock'],
};
/** Answers hold pictures, authors and the like, whose ids are not those of what was asked for. */
const aside = /^(pictures?|video|poster|author|avatar|annex|voucher)$/;
const kept = 12;
/** Calls of one contract file are neighbours: a value that one returns is tried in the others. */
const nearby = 12;

/** The growing knowledge of a client: values from responses, by call and field. */
export function createKnowledge({ own, password, pictures }: World) {
  const pools = new Map<string, unknown[]>();
  const place = new Map(endpoints.map(({ call }, at) => [call.path, at]));
  const said: Record<string, readonly unknown[]> = {
    password: [password],
    account: ['demo'],
    agreed: [true],
  };
  for (const field of [
    'pictures',
    'annex',
    'attachment',
    'voucher',
    'avatar',
    'logo',
    'signature',
    'picture',
  ])
    said[field] = pictures;

  const add = (key: string, value: unknown) => {
    const pool = pools.get(key) ?? [];
    pools.set(key, pool);
    pool.push(value);
    if (pool.length > kept) pool.shift();
  };
  function harvest(path: string, value: unknown): void {
    if (typeof value !== 'object' || value === null) return;
    for (const [name, inside] of Object.entries(value)) {
      if (aside.test(name)) continue;
      if (typeof inside === 'object') harvest(path, inside);
      else {
        add(name, inside);
        add(`${path} ${name}`, inside);
      }
    }
  }

  return {
    known(field: string, path: string): readonly unknown[] {
      if (said[field]) return said[field];
      const names = [field, ...(sources[field] ?? [])];
      const at = place.get(path) ?? 0;
      const neighbours = endpoints.slice(Math.max(0, at - nearby), at + nearby);
      const near = neighbours.flatMap(({ call }) =>
        names.flatMap((name) => pools.get(`${call.path} ${name}`) ?? []),
      );
      const far = names.flatMap((name) => pools.get(name) ?? []);
      const mine = /^(id|ids|orderNo|serialNumber)$/.test(field) ? own : [];
      return near.length ? [...near, ...near, ...near, ...far] : far.length ? far : mine;
    },
    learn(path: string, input: unknown, answer: object): void {
      harvest(path, answer);
      // what was priced is bought
      if (typeof input === 'object' && input && 'items' in input) add('[items]', input.items);
    },
    tell(field: string, value: unknown): void {
      if (value !== undefined) said[field] = [value];
    },
  };
}
