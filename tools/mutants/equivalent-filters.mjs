/** @import { Equivalent } from './equivalent.mjs' */

/** Filters of a member that let no other row through than those without them. @type {readonly Equivalent[]} */
export const equivalentFilters = [
  {
    file: 'src/server/accounts/list-accounts.ts',
    kind: 'filter',
    code: "run .selectFrom('account_day') .select(['account', 'day', 'coins']) .where('member', '=', member) .where('account', 'in', accounts)",
    reason:
      'The coins are looked up by account: without the condition more is read, and nothing else is told.',
  },
  {
    file: 'src/server/accounts/unlink-by-desk.ts',
    kind: 'filter',
    code: "tx .updateTable('short_video_account') .set({ linked: null, machine: null }) .where('member', '=', owner.member)",
    reason: 'The id of an account is unique: the member only says on which node of the database it is.',
  },
  {
    file: 'src/server/devices/sync-machines.ts',
    kind: 'filter',
    code: "tx .selectFrom('machine as m') .innerJoin('device_order as o', (join) => join.onRef('o.serial_number', '=', 'm.serial_number').onRef('o.member', '=', 'm.member'), ) .select(['m.member', 'm.id', 'm.serial_number', 'm.online', 'm.prepared_at', 'o.started_at']) .where('m.member', 'in', members)",
    reason: 'The join says that both rows are of one member; either condition alone keeps the others out.',
  },
  {
    file: 'src/server/devices/sync-machines.ts',
    kind: 'filter',
    code: "tx .selectFrom('machine as m') .innerJoin('device_order as o', (join) => join.onRef('o.serial_number', '=', 'm.serial_number').onRef('o.member', '=', 'm.member'), ) .select(['m.member', 'm.id', 'm.serial_number', 'm.online', 'm.prepared_at', 'o.started_at']) .where('m.member', 'in', members) .where('o.member', 'in', members)",
    reason: 'The join says that both rows are of one member; either condition alone keeps the others out.',
  },
  {
    file: 'src/server/goods/sales.ts',
    kind: 'filter',
    code: "tx .updateTable('shop_goods') .set((is) => ({ stock: is('stock', '-', sale.quantity), sold: is('sold', '+', sale.quantity) })) .where('member', '=', sale.member)",
    reason: 'The id of a good is unique: the member only says on which node of the database it is.',
  },
  {
    file: 'src/server/goods/sales.ts',
    kind: 'filter',
    code: "tx.selectFrom('shop').select('member').where('member', '=', sale.member)",
    reason:
      'The query only locks: without the condition it locks every shop, which slows others down and changes no answer.',
  },
  {
    file: 'src/server/wallet/payout/change-account.ts',
    kind: 'filter',
    code: "tx.selectFrom('member').select('id').where('id', '=', member)",
    reason:
      'The query only locks: without the condition it locks every member, which slows others down and changes no answer.',
  },
  {
    file: 'src/server/ai/handlers.ts',
    kind: 'filter',
    code: "tx.deleteFrom('ai_writing').where('member', '=', member)",
    next: ".where('turn', '=', id)",
    reason:
      'A second lock on the door: `ownTurn` has found that the turn is the member’s, and its id is a UUID.',
  },
  {
    file: 'src/server/addresses/change-address.ts',
    kind: 'filter',
    code: "tx.selectFrom('member').select('id').where('id', '=', member)",
    reason:
      'The query only locks: without the condition it locks every member, which slows others down and changes no answer.',
  },
  {
    file: 'src/server/accounts/link-account.ts',
    kind: 'filter',
    code: "tx.selectFrom('member').select('id').where('id', '=', member)",
    reason:
      'The query only locks: without the condition it locks every member, which slows others down and changes no answer.',
  },
  {
    file: 'src/server/checkout/waiting-orders.ts',
    kind: 'filter',
    code: "tx.selectFrom('member').select('id').where('id', '=', member)",
    reason:
      'The query only locks: without the condition it locks every member, which slows others down and changes no answer.',
  },
  {
    file: 'src/server/addresses/change-address.ts',
    kind: 'filter',
    code: "tx .updateTable('address') .set({ is_default: true }) .where('id', '=', id) .where('member', '=', member)",
    reason: 'A second lock on the door: the address has been found to be the member’s, and its id is a UUID.',
  },
  {
    file: 'src/server/accruals/take-back.ts',
    kind: 'filter',
    code: "tx .selectFrom('transfer as t') .innerJoin('posting as p', (join) => join.onRef('p.transfer', '=', 't.id').onRef('p.home', '=', 't.home')) .innerJoin('account as a', (join) => join.onRef('a.id', '=', 'p.account').onRef('a.home', '=', 'p.home')) .where('t.ref', '=', serialNumber) .where('t.kind', '=', 'reward') .where('t.rule', 'in', ['rewardLevel1', 'rewardLevel2', 'promotionPerMachine']) .where('a.member', 'is not', null)",
    reason:
      'The account that is no member’s is the one that paid: its amount is below zero, and what is below one is skipped.',
  },
  {
    file: 'src/server/checkout/refund-order.ts',
    kind: 'filter',
    code: "run .selectFrom('answered') .select('key') .where('member', '=', operator)",
    reason: 'Only the desk’s keys are kept under that call; the condition is the first column of the index.',
  },
  ...[
    "tx .updateTable('correction') .set({ owed: left }) .where('member', '=', member)",
    "tx .updateTable('correction') .set({ owed: owed - taken }) .where('member', '=', member)",
    "tx .selectFrom('correction') .selectAll() .where('member', '=', named.member)",
  ].map(
    (code) =>
      /** @type {const} */ ({
        file: 'src/server/wallet/corrections/correct-balance.ts',
        kind: 'filter',
        code,
        reason: 'The number is unique: the member only says on which node of the database the row is.',
      }),
  ),
];
