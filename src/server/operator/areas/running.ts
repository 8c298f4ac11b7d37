import { sql } from 'kysely';
import {
  banks as banksArea,
  dictionaries as dictionariesArea,
  jobs as jobsArea,
  machines as machinesArea,
  partners as partnersArea,
  rules as rulesArea,
  settings as settingsArea,
} from '../../../contract/desk/areas/running';
import { changeSetting, listSettings, oneSetting, settingHistory } from '../../configuration/change-setting';
import { applySettings } from '../../configuration/follow-settings';
import type { Executor } from '../../db/database';
import { sayMachines } from '../../devices/say-machines';
import {
  askToConnect,
  disablePartner,
  enablePartner,
  listPartners,
  unlinkMember,
} from '../../embed/manage-partners';
import { setWebhook } from '../../embed/manage-webhooks';
import { retryJob } from '../../jobs/dead';
import { DomainError } from '../../kernel/domain-error';
import type { Gateway } from '../../kernel/gateway';
import { dictionaryNames, listWords, setWords } from '../../orders/dictionary';
import { applyPartners } from '../../partners/follow-partners';
import { decideLive } from '../../partners/go-live';
import { invite, resetPerson } from '../../partners/people';
import { listRules, newestOf, ruleHistory, setRule } from '../../rules/set-rule';
import { lookFromDesk } from '../../screen/look-from-desk';
import { addBank, listAllBanks, offerBank } from '../../wallet/payout/offer-banks';
import { tellAdmins } from '../admin-mail';
import { muchOfARule } from '../bounds';
import { picked } from '../picked';
import { source } from '../source';

const machineRows = (run: Executor) =>
  run
    .selectFrom('device_order as o')
    .innerJoin('member as m', 'm.id', 'o.member')
    .select([
      'o.serial_number as serialNumber',
      'm.username as member',
      'o.name',
      'o.quantity',
      'o.ordered_at as orderedAt',
      'o.started_at',
      'o.expired_at',
      'o.refunded_at',
      'o.days_left as daysLeft',
      'o.rent_left as rentLeft',
      'o.daily_rent as dailyRent',
    ])
    .select((is) =>
      is
        .selectFrom('machine as x')
        .select(({ fn }) => fn.countAll<number>().as('n'))
        .whereRef('x.member', '=', 'o.member')
        .whereRef('x.serial_number', '=', 'o.serial_number')
        .where('x.online', '=', true)
        .as('online'),
    );

type MachineRow = Awaited<ReturnType<ReturnType<typeof machineRows>['execute']>>[number];

function stateOf({ refunded_at, started_at, daysLeft }: MachineRow) {
  if (refunded_at) return 'refunded';
  if (daysLeft <= 0) return 'expired';
  return started_at ? 'running' : 'waiting';
}

const machineView = (row: MachineRow) => {
  const { started_at, expired_at: _, refunded_at: __, online, ...view } = row;
  return {
    ...view,
    state: stateOf(row),
    online: Number(online ?? 0),
    ...(started_at && { startedAt: started_at }),
  };
};

const machineStates: Record<string, ReturnType<typeof sql<boolean>>> = {
  waiting: sql`(o.started_at is null and o.refunded_at is null and o.days_left > 0)`,
  running: sql`(o.started_at is not null and o.refunded_at is null and o.days_left > 0)`,
  expired: sql`(o.refunded_at is null and o.days_left <= 0)`,
  refunded: sql`o.refunded_at is not null`,
};

export const machines = source({
  area: machinesArea,
  kept: ['device_order', 'serial_number'],
  list: {
    rows: machineRows,
    columns: { orderedAt: 'o.ordered_at', daysLeft: 'o.days_left', quantity: 'o.quantity' },
    id: 'o.serial_number',
    member: 'o.member',
    search: ['o.serial_number', 'o.name', 'm.username'],
    where: { state: (value) => picked(machineStates, value, 'state') },
    view: (rows) => rows.map(machineView),
  },
  one: async ({ db }, key) => {
    const row = await machineRows(db.run).where('o.serial_number', '=', key).executeTakeFirst();
    if (!row) throw new DomainError('deviceMissing');
    const all = await db.run
      .selectFrom('machine')
      .select(['position', 'name', 'online', 'prepared_at as preparedAt'])
      .where('serial_number', '=', key)
      .orderBy('position')
      .limit(200)
      .execute();
    const bought = await db.run
      .selectFrom('purchase_line')
      .select(['order_no as orderNo', 'renews'])
      .where('device', '=', key)
      .orderBy('order_no')
      .execute();
    return { ...machineView(row), machines: all, orders: bought };
  },
  acts: {
    prepared: ({ gateway, key }) => sayMachines(gateway, key, 'prepared'),
    online: ({ gateway, key }) => sayMachines(gateway, key, 'online'),
    offline: ({ gateway, key }) => sayMachines(gateway, key, 'offline'),
    async look({ gateway, key: serialNumber }, input) {
      const rows = machineRows(gateway.db.run).where('o.serial_number', '=', serialNumber);
      const order = await rows.clearSelect().select('o.member').executeTakeFirst();
      if (!order) throw new DomainError('deviceMissing');
      return lookFromDesk(gateway, { ...order, serialNumber }, input);
    },
  },
});

const jobRows = (run: Executor) =>
  run
    .selectFrom('job as j')
    .select(['j.id', 'j.kind', 'j.attempts', 'j.run_at as lastTry', 'j.last_error as error'])
    .where('j.state', '=', 'dead');

export const jobs = source({
  area: jobsArea,
  kept: ['job', 'id'],
  list: {
    rows: jobRows,
    columns: { lastTry: 'j.run_at', kind: 'j.kind' },
    id: 'j.id',
    search: ['j.id', 'j.kind', 'j.last_error'],
    view: (rows) => [...rows],
  },
  one: async ({ db }, key) => {
    const row = await jobRows(db.run).where('j.id', '=', key).executeTakeFirst();
    if (!row) throw new DomainError('jobMissing');
    return row;
  },
  acts: { retry: ({ gateway: { db, now }, key }) => retryJob(db.run, key, now()) },
});

export const rules = source({
  area: rulesArea,
  kept: ({ db }, key) => newestOf(db.run, key),
  list: { all: ({ db, now }) => listRules(db.run, now()) },
  one: async ({ db, now }, key) => {
    const items = await ruleHistory(db.run, key);
    const rule = (await listRules(db.run, now())).find((one) => one.rule === key);
    return { ...rule, items };
  },
  acts: {
    change: ({ gateway: { db, now }, key }, input) => db.tx((tx) => setRule(tx, key, input, now())),
  },
  worth: { change: muchOfARule },
});

/** Settings that one person may change. All others determine where money goes, its value, or its protection. */
const harmless = [
  'CUSTOMER_SERVICE_PHONE',
  'MANAGER_PHONE',
  'ORDER_MINUTES',
  'REMITTANCE_HOURS',
  'HOLIDAYS',
  'WORKDAYS',
  'AI_PER_HOUR',
];

const worthOfSetting = (name: string) => (harmless.includes(name) ? 0 : Number.POSITIVE_INFINITY);

export const settings = source({
  area: settingsArea,
  kept: ({ db, settings }, key) => oneSetting(db.run, settings, key),
  list: { all: ({ db, settings }) => listSettings(db.run, settings) },
  one: async ({ db, settings }, key) => {
    const items = await settingHistory(db.run, settings, key);
    return { ...(await oneSetting(db.run, settings, key)), items };
  },
  acts: {
    change: async ({ gateway: { db, settings, now }, key, person }, value) => {
      const answer = await db.tx(async (tx) => {
        const changed = await changeSetting(tx, settings, key, value, now());
        if (worthOfSetting(key))
          await tellAdmins(tx, settings, { what: 'setting', name: key, by: person.name }, now());
        return changed;
      });
      await applySettings(db.run, settings);
      return answer;
    },
  },
  worth: { change: (_, key) => worthOfSetting(key) },
});

export const banks = source({
  area: banksArea,
  list: { all: ({ db }) => listAllBanks(db.run) },
  param: 'code',
  one: async ({ db }, key) => {
    const bank = (await listAllBanks(db.run)).find(({ code }) => code === key);
    if (!bank) throw new DomainError('bankMissing');
    return bank;
  },
  acts: {
    add: ({ gateway: { db, now } }, names) => addBank(db.run, names, now()),
    hide: ({ gateway: { db, now }, key }) => offerBank(db.run, key, false, now()),
    show: ({ gateway: { db, now }, key }) => offerBank(db.run, key, true, now()),
  },
});

const allWords = async (run: Executor) =>
  (
    await Promise.all(
      dictionaryNames.map(async (dictionary) =>
        (
          await listWords(run, dictionary)
        ).map(({ value, ...names }) => ({
          key: `${dictionary}.${value}`,
          dictionary,
          value,
          names,
        })),
      ),
    )
  ).flat();

export const dictionaries = source({
  area: dictionariesArea,
  kept: async ({ db }, key) => (await allWords(db.run)).find((one) => one.key === key)?.names,
  list: { all: ({ db }) => allWords(db.run) },
  one: async ({ db }, key) => {
    // a whole dictionary, as clients of earlier versions request it
    if (!key.includes('.')) return { items: await listWords(db.run, key) };
    const word = (await allWords(db.run)).find((one) => one.key === key);
    if (!word) throw new DomainError('dictionaryMissing', { known: dictionaryNames.join(', ') });
    return word;
  },
  acts: {
    change: ({ gateway: { db }, key }, words) => {
      const [dictionary = '', value = ''] = key.split(/\.(.*)/s);
      return setWords(db.run, dictionary, value, words);
    },
  },
  changes: { change: (word, words) => [{ field: 'names', before: word.names, after: words }] },
});

const partnerView = ({ origins, features, webhooks, ...one }: Listed<typeof listPartners>) => ({
  ...one,
  origins: origins as unknown as object[],
  features: features as unknown as object[],
  webhooks: webhooks as unknown as object[],
});
type Listed<List extends (...args: never[]) => Promise<unknown[]>> = Awaited<ReturnType<List>>[number];

/** Decides a partner's request to go live, and applies the decision here. */
async function decide({ db, settings, now }: Gateway, partner: string, reason: string | undefined) {
  const decided = await db.tx((tx) => decideLive(tx, partner, reason, now()));
  await applyPartners(db, settings, now());
  return decided;
}

export const partners = source({
  area: partnersArea,
  list: { all: async (gateway) => (await listPartners(gateway)).map(partnerView) },
  one: async (gateway, key) => {
    const partner = (await listPartners(gateway)).find(({ id }) => id === key);
    if (!partner) throw new DomainError('partnerMissing');
    return partnerView(partner);
  },
  acts: {
    approve: ({ gateway, key }) => decide(gateway, key, undefined),
    reject: ({ gateway, key }, { reason }) => decide(gateway, key, reason),
    invite: async ({ gateway: { db, settings, now }, key: partner }, person) => {
      const how = { publicUrl: settings.publicUrl, locale: 'en' as const };
      await db.tx((tx) => invite(tx, { partner, ...person }, how, now()));
      return { partner, ...person };
    },
    reset: ({ gateway: { db, settings, now }, key }, { email }) =>
      db.tx((tx) => resetPerson(tx, { partner: key, email }, settings.publicUrl, now())),
    disable: ({ gateway, key }) => disablePartner(gateway, key),
    enable: ({ gateway, key }) => enablePartner(gateway, key),
    ask: ({ gateway, key }, input) => askToConnect(gateway, key, input),
    unlink: ({ gateway, key }, { reference }) => unlinkMember(gateway, key, reference),
    webhook: ({ gateway, key }, { url }) => setWebhook(gateway, key, url),
  },
});
