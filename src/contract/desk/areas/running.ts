import * as v from 'valibot';
import { partnerRoles } from '../../embed/partners';
import { email } from '../../rules/fields';
import {
  admin,
  area,
  choice,
  columns,
  count,
  everybody,
  facts,
  money,
  pictures,
  record,
  rows,
  support,
  text,
  texts,
  time,
  words,
  yes,
} from '../area';
import { fen, inLanguages, integer, keyOf, line, onDay, paragraph } from '../inputs';

const { shown, offered } = columns;

/** Orders of machines, and whether people still have to bring them online. */
export const machines = area({
  path: 'machines',
  see: support,
  act: support,
  key: 'serialNumber',
  title: 'serialNumber',
  fields: {
    serialNumber: text(shown),
    member: record('members', shown),
    name: text(shown),
    quantity: count(shown),
    orderedAt: time(shown),
    state: choice(['waiting', 'running', 'expired', 'refunded'], shown),
    online: count(shown),
    startedAt: time(offered),
    daysLeft: count(offered),
    rentLeft: money(offered),
    dailyRent: money(offered),
    machines: rows(),
    orders: rows(),
  },
  sorts: ['orderedAt', 'daysLeft', 'quantity'],
  sort: '-orderedAt',
  at: 'orderedAt',
  filters: { state: { usual: 'waiting' }, member: {} },
  views: {
    waiting: { filters: { state: 'waiting' }, sort: 'orderedAt' },
    running: { filters: { state: 'running' } },
    expired: { filters: { state: 'expired' } },
  },
  actions: {
    prepared: { when: { state: ['waiting', 'running'] }, many: true },
    online: { when: { state: ['waiting', 'running'] }, many: true },
    offline: { when: { state: ['running'] }, many: true, grave: true },
    /** A picture of the screen of one of its machines; the member gets a message with the reason. */
    look: {
      when: { state: ['running'] },
      grave: true,
      input: v.object({ position: integer(1), reason: paragraph() }),
    },
  },
});

/** Jobs that failed in their last attempt. */
export const jobs = area({
  path: 'jobs',
  see: [...everybody, 'automation'],
  act: admin,
  key: 'id',
  title: 'kind',
  fields: {
    id: text(offered),
    kind: text(shown),
    attempts: count(shown),
    lastTry: time(shown),
    error: words(shown),
  },
  sorts: ['lastTry'],
  sort: '-lastTry',
  at: 'lastTry',
  filters: { kind: {} },
  actions: { retry: { many: true } },
});

export const rules = area({
  path: 'rules',
  see: everybody,
  act: admin,
  key: 'rule',
  title: 'rule',
  fields: {
    rule: text(shown),
    what: words(shown),
    value: count(shown),
    unit: text(shown),
    items: rows(),
  },
  sorts: ['rule'],
  sort: '',
  filters: {},
  actions: { change: { input: v.object({ value: integer(), from: onDay(), reason: paragraph() }) } },
});

export const settings = area({
  path: 'settings',
  see: everybody,
  act: admin,
  key: 'setting',
  title: 'setting',
  fields: {
    setting: text(shown),
    value: text(shown),
    from: choice({ desk: 'the desk', environment: 'the environment', default: 'the default' }, shown),
    items: rows(),
  },
  sorts: ['setting'],
  sort: '',
  filters: {},
  actions: { change: { input: v.object({ value: v.nullable(line(2000)), reason: paragraph() }) } },
});

/** Without the bar that separates the two names in the code of an added bank, and together within the length of a code. */
const bankName = (most: number) => v.pipe(line(most), v.regex(/^[^|]+$/));

export const banks = area({
  path: 'banks',
  see: everybody,
  act: admin,
  key: 'code',
  title: 'name',
  fields: {
    code: text(shown),
    name: text(shown),
    zh: text(shown),
    offered: yes(shown),
  },
  sorts: ['name', 'code'],
  sort: '',
  filters: { offered: {} },
  actions: {
    add: { makes: true, input: v.object({ en: bankName(40), zh: bankName(20) }) },
    hide: { when: { offered: [true] }, many: true },
    show: { when: { offered: [false] }, many: true },
  },
});

/** Words that replace ours for the values that members choose from. */
export const dictionaries = area({
  path: 'dictionaries',
  see: everybody,
  act: admin,
  key: 'key',
  title: 'value',
  fields: { key: text(), dictionary: text(shown), value: text(shown), names: texts(shown), items: rows() },
  sorts: ['dictionary', 'value'],
  sort: '',
  filters: { dictionary: {} },
  actions: { change: { input: inLanguages(60) } },
});

export const partners = area({
  path: 'partners',
  see: admin,
  act: admin,
  key: 'id',
  title: 'name',
  fields: {
    id: text(shown),
    name: text(shown),
    members: count(shown),
    enabled: yes(shown),
    live: choice(['no', 'asked', 'yes', 'refused'], shown),
    site: text(),
    note: words(),
    since: time(),
    webhooks: rows(),
    origins: rows(),
    features: rows(),
    keys: rows(),
  },
  sorts: ['id', 'name', 'members'],
  sort: '',
  filters: { enabled: {}, live: {} },
  views: { asked: { filters: { live: 'asked' } } },
  actions: {
    approve: { when: { live: ['asked'] } },
    reject: { when: { live: ['asked'] }, input: v.object({ reason: line(300) }) },
    invite: { input: v.object({ email, role: v.picklist(partnerRoles) }) },
    reset: { grave: true, input: v.object({ email }) },
    disable: { when: { enabled: [true] }, grave: true },
    enable: { when: { enabled: [false] } },
    ask: { input: v.object({ account: keyOf('members'), reference: v.optional(line(100)) }) },
    unlink: { grave: true, input: v.object({ reference: line(100) }) },
    webhook: { input: v.object({ url: v.optional(line(500)) }) },
  },
});

/** A good as an operator supplies it; with an existing `id`, it changes that good. Fen per piece. */
export const suppliedGoods = v.pipe(
  v.object({
    id: v.optional(line(64)),
    category: v.object({ id: line(64), ...inLanguages(20).entries }),
    name: inLanguages(60),
    description: inLanguages(2000),
    supplyPrice: fen(),
    suggestedPrice: fen(Number.MIN_SAFE_INTEGER),
    stock: integer(),
    /** One of the drawings, until there is a photograph; absent: unchanged. */
    picture: v.optional(v.picklist(['lamp', 'stand', 'cable', 'parcel'])),
  }),
  v.check(({ supplyPrice, suggestedPrice }) => suggestedPrice >= supplyPrice),
);

/** Goods for members' shops. */
export const supply = area({
  path: 'supply',
  see: everybody,
  act: admin,
  key: 'id',
  title: 'name',
  fields: {
    id: text(offered),
    picture: pictures(shown),
    name: text(shown),
    category: text(shown),
    supplied: yes(shown),
    supplyPrice: money(shown),
    suggestedPrice: money(shown),
    stock: count(shown),
    shops: count(shown),
    names: texts(),
    descriptions: texts(),
    categoryOf: facts(),
  },
  sorts: ['rank', 'supplyPrice', 'stock'],
  sort: 'rank',
  filters: { category: {}, supplied: {} },
  views: { supplied: { filters: { supplied: 'yes' } }, withdrawn: { filters: { supplied: 'no' } } },
  actions: {
    add: { makes: true, form: 'own', input: suppliedGoods },
    withdraw: { when: { supplied: [true] }, many: true, grave: true },
  },
});

/** Videos of goods in members' shops. */
export const videos = area({
  path: 'videos',
  see: everybody,
  act: admin,
  key: 'id',
  title: 'title',
  fields: {
    id: text(offered),
    title: text(shown),
    titles: texts(),
    goods: record('supply', shown),
    length: count(shown),
    size: count(shown),
    downloads: count(shown),
    createdAt: time(shown),
  },
  sorts: ['createdAt', 'length'],
  sort: '-createdAt',
  at: 'createdAt',
  filters: { goods: {} },
  actions: { add: { makes: true, form: 'own' }, remove: { grave: true } },
});
