import { dayOf } from '../kernel/dates';
import { dayIn, type Entry, hundredths, plain, type Statement, wrongFile } from './entry';
import { rowsOfCsv } from './rows-of-csv';
import type { LineAbout } from './tables';

/** The cell of a row under a column; `''` if there is none. */
type Cell = (column: string) => string;

interface Row {
  day: string | undefined;
  about: LineAbout;
  amount: string;
  fee: string;
  currency: string;
  /** Our number of the payment, refund or dispute, or the provider's. */
  reference: string;
  /** The provider's number of the movement. */
  number: string;
  party?: string;
  text: string;
}

/** How a provider writes its report. */
interface Layout {
  format: Statement['format'];
  way: NonNullable<Statement['way']>;
  /** Columns by which the report is recognized. */
  columns: readonly string[];
  account(cell: Cell): string;
  row(cell: Cell): Row;
}

const either = (cell: Cell, ...columns: string[]) => columns.map(cell).find(Boolean) ?? '';

const stripeAbout: Record<string, LineAbout | undefined> = {
  charge: 'payment',
  payment: 'payment',
  refund: 'refund',
  payment_refund: 'refund',
  refund_failure: 'refund',
  dispute: 'dispute',
  dispute_reversal: 'dispute',
  fee: 'fee',
  network_cost: 'fee',
};

/** A time in UTC, as the day in China. */
function dayFromUtc(text: string): string | undefined {
  const at = Date.parse(`${text.trim().replace(' ', 'T')}Z`);
  return Number.isNaN(at) ? undefined : dayOf(at);
}

/** Stripe's itemized report of changes of the balance. */
const stripe: Layout = {
  format: 'stripe',
  way: 'card',
  columns: ['balance_transaction_id', 'reporting_category', 'gross', 'fee'],
  account: () => 'Stripe',
  row(cell) {
    const category = cell('reporting_category');
    const about = stripeAbout[category] ?? 'other';
    const payment = cell('payment_intent_id');
    return {
      day: dayFromUtc(either(cell, 'created_utc', 'created')),
      about,
      amount: cell('gross'),
      fee: cell('fee'),
      currency: cell('currency').toUpperCase(),
      reference: about === 'payment' ? payment : cell('source_id'),
      number: cell('balance_transaction_id'),
      text: `${category} ${cell('description')}`,
    };
  },
};

/** Alipay's bill of transactions. A fee that it keeps is negative. */
const alipay: Layout = {
  format: 'alipay',
  way: 'alipay',
  columns: ['支付宝交易号', '商户订单号', '业务类型', '订单金额(元)', '服务费(元)'],
  account: () => 'Alipay',
  row(cell) {
    const kind = cell('业务类型');
    const about = kind === '交易' ? 'payment' : kind === '退款' ? 'refund' : 'other';
    const trade = cell('支付宝交易号');
    const refund = cell('退款批次号/请求号');
    return {
      day: dayIn(either(cell, '完成时间', '创建时间')),
      about,
      amount: cell('订单金额(元)'),
      fee: negated(cell('服务费(元)')),
      currency: 'CNY',
      reference: about === 'refund' ? refund : trade,
      number: about === 'refund' ? `${trade}/${refund}` : trade,
      party: cell('对方账户'),
      text: `${kind} ${cell('商品名称')}`,
    };
  },
};

/** WeChat Pay's bill of transactions, with payments and refunds in one row each. */
const wechatPay: Layout = {
  format: 'wechatPay',
  way: 'wechat',
  columns: ['交易时间', '微信订单号', '商户订单号', '交易状态', '手续费'],
  account: (cell) => cell('商户号'),
  row(cell) {
    const state = cell('交易状态');
    const about = state === 'SUCCESS' ? 'payment' : state === 'REFUND' ? 'refund' : 'other';
    const isRefund = about === 'refund';
    return {
      day: dayIn(cell('交易时间')),
      about,
      amount: isRefund
        ? negated(either(cell, '申请退款金额', '退款金额'))
        : either(cell, '订单金额', '应结订单金额', '总金额'),
      fee: cell('手续费'),
      currency: cell('货币种类') || 'CNY',
      reference: cell(isRefund ? '商户退款单号' : '微信订单号'),
      number: cell(isRefund ? '微信退款单号' : '微信订单号'),
      text: `${state} ${cell('商品名称')}`,
    };
  },
};

const layouts = [stripe, alipay, wechatPay];

const negated = (text: string) => (text.startsWith('-') ? text.slice(1) : text && `-${text}`);

/** A name of a column without spaces, and with one kind of brackets. */
const named = (cell: string) =>
  cell
    .replace(/[\s"\ufeff]/g, '')
    .replace(/（/g, '(')
    .replace(/）/g, ')')
    .toLowerCase();

/** A cell without the mark that keeps spreadsheets from reading a number in it. */
const bare = (cell: string | undefined) => plain((cell ?? '').replace(/^`/, ''));

/** A provider's report; undefined if the text is none. The rows end where its sums begin. */
export async function readReport(text: string): Promise<Statement | undefined> {
  const lines = text.split(/\r?\n/);
  const at = lines.findIndex((line) => layoutOf(line.split(',').map(named)));
  const layout = layoutOf((lines[at] ?? '').split(',').map(named));
  if (!layout) return undefined;
  const below = lines.slice(at);
  const end = below.findIndex((line) => /^(#|`?总交易单数)/.test(line));
  const table = below.slice(0, end < 0 ? undefined : end).join('\n');
  const [head = [], ...rows] = rowsOfCsv(table, ',');
  const columns = head.map(named);
  const cellOf =
    (row: readonly string[]): Cell =>
    (column) =>
      bare(row[columns.indexOf(column)]);
  const entries = rows.flatMap((row, nth) => entryOf(layout, cellOf(row), nth + 1) ?? []);
  const account = layout.account(cellOf(rows[0] ?? []));
  return { format: layout.format, way: layout.way, account, entries };
}

const layoutOf = (columns: readonly string[]): Layout | undefined =>
  layouts.find((one) => one.columns.every((column) => columns.includes(column)));

/** The entry of a row; undefined for one that moves nothing. */
function entryOf(layout: Layout, cell: Cell, nth: number): Entry | undefined {
  const { day, about, amount: written, fee: kept, ...row } = layout.row(cell);
  const [amount, fee] = [hundredths(written || '0'), hundredths(kept || '0')];
  if (!day || amount === undefined || fee === undefined)
    throw wrongFile(`${nth}: ${[day ?? '', written, kept].map(plain).join(' ')}`);
  if (!amount) return undefined;
  return {
    day,
    amount,
    currency: row.currency,
    reference: plain(row.reference),
    bankReference: plain(row.number),
    party: plain(row.party),
    partyAccount: '',
    text: plain(row.text),
    returned: false,
    provider: { about, fee },
  };
}
