import { equivalentComparisons } from './equivalent-comparisons.mjs';
import { equivalentFilters } from './equivalent-filters.mjs';

/** @import { Kind } from './places.mjs' */

/**
 * A mutant without an observable effect, which no test could notice: it is neither drawn nor counted.
 * @typedef {object} Equivalent
 * @property {string} file
 * @property {Kind} kind
 * @property {string} code what is changed, as it stands in the file but for line breaks and indentation
 * @property {string} [next] what follows it, where the same code stands in several places
 * @property {string} reason
 */

/** @type {readonly Equivalent[]} */
export const equivalents = [
  ...equivalentComparisons,
  ...equivalentFilters,
  {
    file: 'src/server/wallet/balance-history.ts',
    kind: 'condition',
    code: "postings .select([day.as('day'), change, earned]) .where('t.at', '>=', since)",
    reason: 'It keeps older days from being added up; the answer takes the last fifteen by their number.',
  },
  {
    file: 'src/server/checkout/insert-order.ts',
    kind: 'refusal',
    code: '!found',
    reason: 'The lines were priced in the same transaction, and products are never deleted.',
  },
  {
    file: 'src/server/pictures/object-store.ts',
    kind: 'refusal',
    code: '!(Body instanceof Readable)',
    reason: 'In Node the client gives a stream for each file; the check tells the compiler.',
  },
  {
    file: 'src/server/payments/stripe.ts',
    kind: 'guard',
    code: '!refund',
    reason: 'A report that names no refund of ours finds none either.',
  },
  {
    file: 'src/server/accruals/take-back.ts',
    kind: 'condition',
    code: "tx .selectFrom('transfer as t') .innerJoin('posting as p', (join) => join.onRef('p.transfer', '=', 't.id').onRef('p.home', '=', 't.home')) .innerJoin('account as a', (join) => join.onRef('a.id', '=', 'p.account').onRef('a.home', '=', 'p.home')) .where('t.ref', '=', serialNumber) .where('t.kind', '=', 'reward')",
    reason:
      'Of the transfers with these rules only the returns of rewards are of another kind; their amounts are below zero, and what is below one is skipped.',
  },
  {
    file: 'src/server/devices/tasks.ts',
    kind: 'condition',
    code: "tasks(run) .where('task.member', '=', reader.member) .where('task.machine', 'in', machines)",
    reason:
      'The answer is looked up by machine: without the condition more is read, and nothing else is told.',
  },
  {
    file: 'src/server/pictures/media.ts',
    kind: 'condition',
    code: "run .selectFrom('picture') .select(['id', 'width', 'height', 'seconds']) .where('id', 'in', requested)",
    reason: 'Each picture is looked up by its id: without the condition only more is read.',
  },
  {
    file: 'src/server/phone-actions/choose.ts',
    kind: 'condition',
    code: "run .selectFrom('machine as m') .innerJoin('device_order as o', (join) => join.onRef('o.serial_number', '=', 'm.serial_number').onRef('o.member', '=', 'm.member'), ) .select(['m.id', 'm.online', 'm.restartable', 'm.restart_at', 'o.days_left']) .where('m.member', '=', member) .where('m.id', 'in', ids)",
    reason:
      'The answer is looked up by machine: without the condition more is read, and nothing else is told.',
  },
  {
    file: 'src/server/work-orders/desk.ts',
    kind: 'guard',
    code: 'seen === undefined',
    reason: 'Without a number the query compares with null and finds nothing; the guard saves the query.',
  },
  {
    file: 'src/server/embed/look.ts',
    kind: 'logic',
    code: 'r && g',
    reason: 'The three are found together or not at all.',
  },
  {
    file: 'src/server/embed/look.ts',
    kind: 'logic',
    code: 'r && g && b',
    reason: 'The three are found together or not at all.',
  },
  {
    file: 'src/server/db/durable.ts',
    kind: 'guard',
    code: "process.platform === 'win32' && fs.statSync(at).isDirectory()",
    reason: 'Only Windows comes in there.',
  },
  {
    file: 'src/server/checkout/expire-orders.ts',
    kind: 'condition',
    code: "db.run .selectFrom('purchase') .select(['order_no', 'member']) .where('state', 'in', [OrderState.waiting, OrderState.confirming]) .where('expires_at', '<=', new Date(now))",
    reason:
      'The earliest come first, and each is asked again, under its lock, whether its time is over: only more is read.',
  },
  {
    file: 'src/server/checkout/query-payment.ts',
    kind: 'guard',
    code: '!isOnline(attempt.way)',
    reason: 'Attempts are made for online methods only; the guard tells it to the compiler.',
  },
  {
    file: 'src/server/accounts/collect-coins.ts',
    kind: 'condition',
    code: "tx .selectFrom('short_video_account') .select('id') .where('member', '=', member) .where('id', '=', id)",
    reason:
      'The query only locks: without the condition it locks every account, which slows others down and changes no answer.',
  },
  {
    file: 'src/server/operator/serve-people.ts',
    kind: 'refusal',
    code: '!request.person',
    reason:
      'The guard of the back office has refused requests of nobody; the check tells it to the compiler.',
  },
  {
    file: 'src/server/operator/sign-in.ts',
    kind: 'condition',
    code: "db.run .selectFrom('operator') .selectAll() .where('name', '=', name) .where('disabled_at', 'is', null)",
    reason: 'A second lock on the door: who is disabled has neither a password nor codes left.',
  },
  {
    file: 'src/server/im/desk.ts',
    kind: 'condition',
    code: "run .selectFrom('conversation as c') .innerJoin('member', 'member.id', 'c.member') .innerJoin('conversation_message as m', 'm.member', 'c.member') .selectAll('m') .select('member.username') .where('c.at', '>=', since)",
    reason: 'No conversation is older than its newest message: the condition on messages alone decides.',
  },
  {
    file: 'src/server/embed/links.ts',
    kind: 'guard',
    code: 'made',
    reason: 'The query that follows finds the row that was just inserted, and gives the same answer.',
  },
  {
    file: 'src/server/notices/reach/reach-members.ts',
    kind: 'condition',
    code: "tx .selectFrom('member as m') .innerJoin('notify_choice as c', 'c.member', 'm.id') .innerJoin('notice as n', (on) => on.on('n.id', '=', notice)) .select('m.id') .where('m.locked_at', 'is', null) .where('n.withdrawn_at', 'is', null)",
    reason:
      'A second lock on the door: every message asks for the text of the notice, and one that was withdrawn has none.',
  },
  {
    file: 'src/server/operator/follow-actions.ts',
    kind: 'condition',
    code: "db.run .selectFrom('operator_action') .select('seq') .where('target', '=', row.target) .where('operator', '=', row.operator) .where('action', '=', row.action) .where('phase', '=', 'looked')",
    reason:
      'No area with the data of members has an action at the address of a record, which would have the name of a look.',
  },
  {
    file: 'src/server/declarations/events.ts',
    kind: 'condition',
    code: "tx .selectFrom('declaration_event') .select((is) => is.fn.countAll<number>().as('position')) .where('member', '=', member) .where('declaration', '=', declaration)",
    reason:
      'Positions are only sorted by, and no event is deleted: a count of all events of the member rises with each one too.',
  },
  {
    file: 'src/contract/rules/fields.ts',
    kind: 'guard',
    code: 'year === undefined || month === undefined || day === undefined',
    reason: 'Without a match the day is undefined, and no real date; the check tells the compiler.',
  },
  {
    file: 'src/contract/rules/fields.ts',
    kind: 'logic',
    code: 'year === undefined || month === undefined',
    reason: 'The three are found together or not at all.',
  },
  {
    file: 'src/contract/rules/fields.ts',
    kind: 'logic',
    code: 'year === undefined || month === undefined || day === undefined',
    reason: 'The three are found together or not at all.',
  },
  {
    file: 'src/server/reconciliation/import-statement.ts',
    kind: 'amount',
    code: '(seen.get(said) ?? 0) + 1',
    reason: 'Equal entries are told apart by different numbers, whether these go up or down.',
  },
  {
    file: 'src/server/operator/sign-in.ts',
    kind: 'condition',
    code: "db.run .selectFrom('operator_session as s') .innerJoin('operator as o', 'o.id', 's.operator') .select(['o.id', 'o.name', 'o.role', 's.seen_at']) .where('s.hash', '=', hash) .where('s.expires_at', '>', new Date(at)) .where('s.seen_at', '>', new Date(at - idle)) .where('o.disabled_at', 'is', null)",
    reason: 'A second lock on the door: the sessions of a person end when the person is disabled.',
  },
  {
    file: 'src/server/embed/describe-challenge.ts',
    kind: 'guard',
    code: '!row',
    reason:
      'The call was tried just before, and refuses an account that is not the member’s; the guard tells it to the compiler.',
  },
  {
    file: 'src/server/kernel/totp.ts',
    kind: 'amount',
    code: 'counterAt(now) + off',
    reason: 'The three counters are the same three, and two of them have the same code once in a million.',
  },
  {
    file: 'src/server/wallet/advance-withdrawal.ts',
    kind: 'refusal',
    code: 'owner === undefined',
    reason:
      'Nothing changes without an owner, and `assertReached` refuses the same; the check tells it to the compiler.',
  },
  {
    file: 'src/server/wallet/batches/make-batch.ts',
    kind: 'refusal',
    code: '!channel',
    reason: 'At least one withdrawal is named, and each was found; the check tells it to the compiler.',
  },
  {
    file: 'src/server/ledger/post-many.ts',
    kind: 'refusal',
    code: '!state',
    reason: 'All accounts were opened and locked above; the check tells it to the compiler.',
  },
  {
    file: 'src/server/goods/categories.ts',
    kind: 'refusal',
    code: '!edited',
    reason: 'The category was found above, and the shop is locked; the check tells it to the compiler.',
  },
  {
    file: 'src/server/reconciliation/settle-lines.ts',
    kind: 'condition',
    code: "db.run .selectFrom('bank_line') .select('id') .where('file', '=', file) .where('state', '=', 'open')",
    reason:
      'Each line is asked again, under its lock, whether it is open, and the reason is written to open lines only: only more is read.',
  },
  {
    file: 'src/server/promotion/list-transfers.ts',
    kind: 'condition',
    code: "run .selectFrom('member') .select(['id', 'nickname']) .where('id', 'in', [...new Set(members)])",
    reason: 'Each nickname is looked up by its id: without the condition only more is read.',
  },
  {
    file: 'src/server/phone-actions/find-actions.ts',
    kind: 'condition',
    code: "run .selectFrom('phone_step') .select(({ fn }) => ['action', stateNow(now).as('now'), fn.countAll<number>().as('count')]) .where('member', '=', member) .where('action', 'in', ['', ...rows.map(({ id }) => id)])",
    reason: 'Counts are looked up by their action: without the condition only more is read.',
  },
  {
    file: 'src/server/devices/sum-months.ts',
    kind: 'guard',
    code: 'known && now - known.at < keptMs',
    reason: 'What is kept spares a query: sums never go back, so that newer values give the same result.',
  },
  {
    file: 'src/server/kernel/pagination.ts',
    kind: 'guard',
    code: 'rows.length > pageSize',
    reason: 'When the page is full, what the second statement reads is not shown; the guard saves it.',
  },
  {
    file: 'src/server/devices/sync-machines.ts',
    kind: 'guard',
    code: 'machines.length < batch',
    reason:
      'After the last batch the next query finds no machine, and ends the work too; the guard saves it.',
  },
  ...[
    { file: 'src/server/embed/mint.ts', next: ", v.description('Lifetime in seconds')" },
    { file: 'src/server/embed/partner-messages.ts', next: '' },
    { file: 'src/server/embed/test-acts.ts', next: ', v.description(what)' },
  ].map(
    (place) =>
      /** @type {const} */ ({
        ...place,
        kind: 'rule',
        code: 'v.integer()',
        reason:
          'It describes an answer to partners, which is not validated; the tests compare the answers with the description.',
      }),
  ),
];
