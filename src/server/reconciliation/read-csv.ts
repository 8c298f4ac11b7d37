import { dayIn, type Entry, hundredths, plain, type Statement, wrongFile } from './entry';
import { rowsOfCsv } from './rows-of-csv';

/** The columns by the beginnings of their names in the files of banks, in lower case without spaces. */
const headers = {
  day: [
    'bookingdate',
    'date',
    'valuedate',
    '交易日期',
    '记账日期',
    '入账日期',
    '交易时间',
    '日期',
    '交易日',
    '入帳日期',
  ],
  amount: ['amount', '交易金额', '发生额', '金额', '金額'],
  credit: ['credit', 'in', 'paidin', '收入', '贷方', '转入', '存入', '貸方'],
  debit: ['debit', 'out', 'paidout', '支出', '借方', '转出', '支取'],
  currency: ['currency', '币种', '幣別'],
  reference: ['reference', 'endtoend', '附言', '用途', '汇款附言', '客户参考'],
  bankReference: [
    'bankreference',
    'transactionid',
    'transactionnumber',
    '交易流水',
    '流水号',
    '凭证号',
    '流水號',
  ],
  party: ['counterparty', 'name', 'payee', 'payer', '对方户名', '对方名称', '對方戶名', '收(付)方名称'],
  partyAccount: [
    'counterpartyaccount',
    'account',
    'iban',
    '对方账号',
    '对方帐号',
    '對方帳號',
    '收(付)方账号',
  ],
  text: ['text', 'description', 'details', 'memo', '摘要', '备注', '備註'],
} as const;
type Column = keyof typeof headers;

const named = (cell: string) =>
  cell
    .toLowerCase()
    .replace(/[\s_\-"'\ufeff]/g, '')
    .replace(/（/g, '(')
    .replace(/）/g, ')');

/** The places of the columns in a row of names; undefined if it has no day or no amount. */
function columnsIn(row: readonly string[]): Partial<Record<Column, number>> | undefined {
  const cells = row.map(named);
  const found: Partial<Record<Column, number>> = {};
  for (const column of Object.keys(headers) as Column[]) {
    const names: readonly string[] = headers[column];
    const exact = cells.findIndex((cell) => names.includes(cell));
    const at =
      exact >= 0
        ? exact
        : cells.findIndex((cell) =>
            names.some((name) => (name.length > 2 || /\P{ASCII}/u.test(name)) && cell.startsWith(name)),
          );
    if (at >= 0 && !Object.values(found).includes(at)) found[column] = at;
  }
  const hasAmount = found.amount !== undefined || (found.credit !== undefined && found.debit !== undefined);
  return found.day !== undefined && hasAmount ? found : undefined;
}

/** The signed amount of a row: of one column, or of one for each direction. */
function amountOf(cell: (column: Column) => string, nth: number): number {
  const read = (column: Column): number => {
    const text = cell(column).trim();
    if (!text) return 0;
    const amount = hundredths(text);
    if (amount === undefined) throw wrongFile(`${nth}: ${plain(text)}`);
    return amount;
  };
  const [credit, debit] = [Math.abs(read('credit')), Math.abs(read('debit'))];
  if (credit && debit) throw wrongFile(`${nth}: ${plain(cell('credit'))} / ${plain(cell('debit'))}`);
  return credit || debit ? credit - debit : read('amount');
}

/** Words of the rows below the entries. */
const isEnd = /合计|合計|总计|總計|小计|小計|余额|餘額|\b(total|sum|balance)\b/i;

/** Whether the text says that a payment came back. */
const isReturn = (text: string) => /退汇|退票|退款|退匯|冲正|\breturn(ed)?\b|\breversal\b/i.test(text);

/** The entries of a table. Rows above the names of columns are ignored; rows of sums end it. */
export async function readCsv(text: string, account: string): Promise<Statement> {
  // in the names of columns nothing is quoted that has another delimiter inside
  const delimiter = [',', ';', '\t'].find((one) =>
    text.split('\n').some((line) => columnsIn(line.split(one))),
  );
  const rows = delimiter ? rowsOfCsv(text, delimiter) : [];
  const top = rows.findIndex(columnsIn);
  const columns = rows[top] && columnsIn(rows[top]);
  if (!columns) throw wrongFile('date, amount');
  const entries: Entry[] = [];
  for (const [at, row] of rows.entries()) {
    if (at <= top || row.every((cell) => !cell.trim())) continue;
    const cell = (column: Column) => row[columns[column] ?? -1] ?? '';
    const day = dayIn(cell('day'));
    if (!day) {
      if (row.some((one) => isEnd.test(one))) break;
      throw wrongFile(`${at + 1}: ${plain(cell('day'))}`);
    }
    const amount = amountOf(cell, at + 1);
    if (!amount) continue;
    const says = plain(cell('text'));
    entries.push({
      day,
      amount,
      currency: currencyOf(plain(cell('currency'))),
      reference: plain(cell('reference')),
      bankReference: plain(cell('bankReference')),
      party: plain(cell('party')),
      partyAccount: plain(cell('partyAccount')).replace(/[\s']/g, ''),
      text: says,
      returned: amount > 0 && isReturn(`${says} ${cell('reference')}`),
    });
  }
  return { format: 'csv', account, entries };
}

const currencyOf = (text: string) =>
  /^(|rmb|cny|人民币|人民幣|156)$/i.test(text) ? 'CNY' : text.toUpperCase();
