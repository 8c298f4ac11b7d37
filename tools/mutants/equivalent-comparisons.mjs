/** @import { Equivalent } from './equivalent.mjs' */

/** Comparisons whose limit is never met, or makes no difference. @type {readonly Equivalent[]} */
export const equivalentComparisons = [
  {
    file: 'src/server/im/handlers.ts',
    kind: 'comparison',
    code: 'status.newest > after',
    reason: 'No message follows the newest one: the comparison saves the query for none.',
  },
  {
    file: 'src/server/im/waiting.ts',
    kind: 'comparison',
    code: 'members.size > askedAtOnce',
    reason: 'Of just so many members each is asked about anyway: the other statement tells nothing more.',
  },
  {
    file: 'src/server/ledger/post.ts',
    kind: 'comparison',
    code: 'a.account.id < b.account.id',
    reason: 'No two that are sorted are alike, so that neither sign meets them.',
  },
  {
    file: 'src/server/ledger/post.ts',
    kind: 'comparison',
    code: 'a.home < b.home',
    reason: 'A movement has one transfer in each home: no two that are sorted are alike.',
  },
  {
    file: 'src/server/ledger/post-many.ts',
    kind: 'comparison',
    code: 'a.account.id < b.account.id',
    reason: 'No two that are sorted are alike, so that neither sign meets them.',
  },
  {
    file: 'src/server/pricing/price.ts',
    kind: 'comparison',
    code: 'a.productId < b.productId',
    reason: 'No two that are sorted are alike, so that neither sign meets them.',
  },
  {
    file: 'src/server/kernel/idempotency.ts',
    kind: 'comparison',
    code: 'a < b',
    reason: 'No two that are sorted are alike, so that neither sign meets them.',
  },
  {
    file: 'src/server/operator/second-person.ts',
    kind: 'comparison',
    code: 'a < b',
    reason: 'No two that are sorted are alike, so that neither sign meets them.',
  },
  {
    file: 'src/server/embed/look.ts',
    kind: 'comparison',
    code: 'part <= 0.04045',
    reason: 'No 255th part is 0.04045.',
  },
  {
    file: 'src/server/embed/look.ts',
    kind: 'comparison',
    code: '1.05 / (light + 0.05) >= 4.5',
    reason: 'No colour of six digits has a contrast of 4.5 to white.',
  },
  {
    file: 'src/server/rules/rules.ts',
    kind: 'comparison',
    code: 'a.from_day > b.from_day',
    reason: 'It is asked of two days that differ.',
  },
  {
    file: 'src/server/pictures/mp4.ts',
    kind: 'comparison',
    code: 'from + 8 <= size',
    reason: 'A box of eight bytes at the end of a file holds nothing that is looked for.',
  },
  {
    file: 'src/server/pictures/mp4.ts',
    kind: 'comparison',
    code: 'at + 8 <= to',
    reason: 'A box of eight bytes at the end of an index holds nothing that is looked for.',
  },
  {
    file: 'src/core/http/fetch-file.ts',
    kind: 'comparison',
    code: 'got > size',
    reason: 'The line above has returned if the two are equal.',
  },
  {
    file: 'src/server/upload/receive.ts',
    kind: 'comparison',
    code: 'head.length < 12',
    reason: 'At twelve bytes the head is cut to the same twelve again.',
  },
  {
    file: 'src/server/console/status.ts',
    kind: 'comparison',
    code: 'last.until < now',
    reason: 'In its last millisecond an answer is as good as a new one.',
  },
  {
    file: 'src/core/form/pending-request.ts',
    kind: 'comparison',
    code: 'stored.at > Date.now() - keyTtl',
    reason:
      'The server remembers a key for longer than the phone: in the last millisecond both ways are right.',
  },
  {
    file: 'src/server/checkout/watch-usdt.ts',
    kind: 'comparison',
    code: 'amount < only.amount',
    reason: 'A transfer of the very amount has found its order above.',
  },
  {
    file: 'src/server/db/durable.ts',
    kind: 'comparison',
    code: "process.platform === 'win32'",
    reason:
      'Without its directories the disk may lose a new file when the power fails, which no test on a running machine can bring about.',
  },
  {
    file: 'src/server/ai/search.ts',
    kind: 'comparison',
    code: 'characters.length < 2',
    reason: 'The only pair of two characters is the word itself.',
  },
  {
    file: 'src/core/text/i18n.ts',
    kind: 'comparison',
    code: 'Object.keys(forms).length > 2',
    reason: 'The engine’s rules choose the same of two forms; they only take longer.',
  },
  {
    file: 'src/server/ledger/post-many.ts',
    kind: 'comparison',
    code: 'amount < 0',
    reason: 'No entry of a movement is zero: the table refuses it.',
  },
  {
    file: 'src/server/reconciliation/settle-lines.ts',
    kind: 'comparison',
    code: 'line.amount < 0',
    next: "|| remittance.state === 'rejected'",
    reason: 'No line of a statement is zero: the table refuses it.',
  },
  {
    file: 'src/server/screen/live/flow.ts',
    kind: 'comparison',
    code: 'sent - got < Math.max(fewestBytes, (rate / 8) * (aheadMs / 1000))',
    reason: 'A picture is dropped one byte earlier or later.',
  },
  {
    file: 'src/server/operator/second-person.ts',
    kind: 'comparison',
    code: 'expires_at.getTime() > now',
    reason: 'In its last millisecond a proposal may be called open or expired.',
  },
  {
    file: 'src/server/db/replicas.ts',
    kind: 'comparison',
    code: 'replica.busy < best.replica.busy',
    reason: 'Of two replicas that are equally busy either may answer.',
  },
  {
    file: 'src/server/db/replicas.ts',
    kind: 'comparison',
    code: 'replica.reached.time < seen',
    reason: 'A replica that has just what the member has seen may answer; the primary would answer the same.',
  },
  {
    file: 'src/server/reconciliation/settle-lines.ts',
    kind: 'comparison',
    code: 'line.amount < 0',
    next: '|| line.way',
    reason: 'The database refuses a line of no amount.',
  },
  {
    file: 'src/server/screen/live/relay.ts',
    kind: 'comparison',
    code: 'now() - checkedAt > uncheckedMs',
    reason: 'In the last millisecond of its minute a picture may stay or end.',
  },
  {
    file: 'src/server/embed/send-webhooks.ts',
    kind: 'comparison',
    code: 'opened.size >= mostOpened',
    reason:
      'The limit is for memory: one secret more is remembered, and each is opened again when it is not.',
  },
  {
    file: 'src/server/db/reading.ts',
    kind: 'comparison',
    code: 'known.size >= most',
    reason:
      'The limit is for memory: one text more is remembered, and each is looked at again when it is not.',
  },
  {
    file: 'src/server/db/statement-names.ts',
    kind: 'comparison',
    code: 'counts.size >= mostCounted',
    reason:
      'The limit is for memory: one text more is counted, and each is counted anew when all are forgotten.',
  },
  {
    file: 'src/server/pictures/thumbnails.ts',
    kind: 'comparison',
    code: 'existing.size >= mostRemembered',
    reason:
      'The limit is for memory: one name more is remembered, and each is looked for again when it is not.',
  },
];
