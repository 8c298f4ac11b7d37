import type * as htmlparser from 'htmlparser2';
import { load } from '../kernel/load';
import { dayIn, type Entry, hundredths, plain, type Statement, wrongFile } from './entry';

// ISO 20022 camt.053, versions 02 to 13, whose elements have the same names.

interface Element {
  name: string;
  attributes: Record<string, string>;
  children: Element[];
  text: string;
}

/** Deepest nesting of a statement; more is no statement. */
const deepest = 40;

/** The elements of an XML text. Refused if it declares a document type, because of entities in it, or is cut off. */
function elementsOf(xml: string): Element {
  if (/<!\s*(doctype|entity)/i.test(xml)) throw wrongFile('DOCTYPE');
  const root: Element = { name: '', attributes: {}, children: [], text: '' };
  const path = [root];
  const { Parser } = load('htmlparser2') as typeof htmlparser;
  const parser = new Parser(
    {
      onopentag: (name, attributes) => {
        const element = { name: name.replace(/^.*:/, ''), attributes, children: [], text: '' };
        path.at(-1)?.children.push(element);
        if (path.push(element) > deepest) throw wrongFile(name);
      },
      ontext: (text) => {
        const last = path.at(-1);
        if (last) last.text += text;
      },
      onclosetag: (name, implied) => {
        if (implied || path.length < 2) throw wrongFile(`</${name}>`);
        path.pop();
      },
    },
    { xmlMode: true },
  );
  parser.end(xml);
  return root;
}

const every = (of: Element | undefined, ...path: string[]): Element[] => {
  const [first, ...rest] = path;
  if (!of) return [];
  if (first === undefined) return [of];
  return of.children.filter(({ name }) => name === first).flatMap((one) => every(one, ...rest));
};
const first = (of: Element | undefined, ...path: string[]) => every(of, ...path)[0];
const textAt = (of: Element | undefined, ...path: string[]) => first(of, ...path)?.text.trim();

function amountAt(of: Element, ...path: string[]): { amount: number; currency: string } | undefined {
  const found = first(of, ...path);
  if (!found) return undefined;
  const amount = hundredths(found.text);
  if (amount === undefined || amount < 0) throw wrongFile(`Amt ${plain(found.text)}`);
  return { amount, currency: plain(found.attributes.Ccy) };
}

const isDebit = (of: Element): boolean => {
  const side = textAt(of, 'CdtDbtInd');
  if (side !== 'CRDT' && side !== 'DBIT') throw wrongFile('CdtDbtInd');
  return side === 'DBIT';
};

const accountIn = (of: Element | undefined) =>
  plain(textAt(of, 'Id', 'IBAN') ?? textAt(of, 'Id', 'Othr', 'Id')).replace(/\s/g, '');

/** The payment of an entry; `nth` from 1 where the bank booked several as one. */
function entryOf(entry: Element, details: Element | undefined, nth: number): Entry {
  const own = details && (amountAt(details, 'Amt') ?? amountAt(details, 'AmtDtls', 'TxAmt', 'Amt'));
  const whole = amountAt(entry, 'Amt');
  const { amount, currency } = (nth ? own : whole) ?? own ?? {};
  if (!amount || !currency) throw wrongFile('Amt');
  const isOut = isDebit(details && first(details, 'CdtDbtInd') ? details : entry);
  const day = dayIn(textAt(entry, 'BookgDt', 'Dt') ?? textAt(entry, 'BookgDt', 'DtTm') ?? '');
  if (!day) throw wrongFile('BookgDt');
  const other = isOut ? 'Cdtr' : 'Dbtr';
  const parties = first(details, 'RltdPties');
  const ofEntry = textAt(entry, 'AcctSvcrRef');
  const bank = textAt(details, 'Refs', 'AcctSvcrRef') ?? (ofEntry && `${ofEntry}${nth ? `/${nth}` : ''}`);
  const end = textAt(details, 'Refs', 'EndToEndId');
  const texts = every(details, 'RmtInf', 'Ustrd').map(({ text }) => text);
  const why = [textAt(details, 'RtrInf', 'Rsn', 'Cd'), textAt(details, 'RtrInf', 'AddtlInf')];
  return {
    day,
    amount: isOut ? -amount : amount,
    currency,
    reference: plain(end === 'NOTPROVIDED' ? '' : end),
    bankReference: plain(bank ?? textAt(details, 'Refs', 'TxId')),
    party: plain(textAt(parties, other, 'Nm') ?? textAt(parties, other, 'Pty', 'Nm')),
    partyAccount: accountIn(first(parties, `${other}Acct`)),
    text: plain([...texts, ...why, textAt(entry, 'AddtlNtryInf')].filter(Boolean).join(' ')),
    returned: textAt(entry, 'RvslInd') === 'true' || !!first(details, 'RtrInf'),
  };
}

/** The payments of an entry, whose sum is the amount of the entry. */
function entriesOf(entry: Element): Entry[] {
  const details = every(entry, 'NtryDtls', 'TxDtls');
  if (details.length < 2) return [entryOf(entry, details[0], 0)];
  const all = details.map((one, at) => entryOf(entry, one, at + 1));
  const sum = all.reduce((total, { amount }) => total + amount, 0);
  const whole = amountAt(entry, 'Amt')?.amount ?? 0;
  if (sum !== (isDebit(entry) ? -whole : whole)) throw wrongFile('Ntry/Amt ≠ Σ TxDtls/Amt');
  return all;
}

/** A balance of a statement, such as the closing one. */
function balanceOf(statement: Element, ...codes: string[]): number | undefined {
  const found = every(statement, 'Bal').find((one) =>
    codes.includes(textAt(one, 'Tp', 'CdOrPrtry', 'Cd') ?? ''),
  );
  const amount = found && amountAt(found, 'Amt')?.amount;
  if (!found || amount === undefined) return undefined;
  return isDebit(found) ? -amount : amount;
}

/**
 * The booked entries of a statement. Refused if the entries do not lead from its opening to its closing balance: an amount was changed, or
 * an entry taken out.
 */
export function readCamt(xml: string): Statement {
  const found = every(elementsOf(xml), 'Document', 'BkToCstmrStmt', 'Stmt');
  if (!found.length) throw wrongFile('Document/BkToCstmrStmt/Stmt');
  const accounts = new Set(found.map((one) => accountIn(first(one, 'Acct'))));
  const [account = ''] = accounts;
  if (accounts.size !== 1 || !account) throw wrongFile('Acct/Id');
  const entries = found.flatMap((statement) => {
    const booked = every(statement, 'Ntry').filter(
      (one) => (textAt(one, 'Sts', 'Cd') || textAt(one, 'Sts')) === 'BOOK',
    );
    const sum = booked.reduce((total, one) => {
      const amount = amountAt(one, 'Amt')?.amount ?? 0;
      return total + (isDebit(one) ? -amount : amount);
    }, 0);
    const [opening, closing] = [balanceOf(statement, 'OPBD', 'PRCD'), balanceOf(statement, 'CLBD')];
    if (opening !== undefined && closing !== undefined && opening + sum !== closing)
      throw wrongFile('OPBD + Σ Ntry ≠ CLBD');
    return booked.flatMap(entriesOf);
  });
  return { format: 'camt053', account, entries };
}
