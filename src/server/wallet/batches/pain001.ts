import { decimalYuan } from '../../kernel/decimal-yuan';
import type { PayoutSource } from '../../settings/provider-settings';
import { bankName } from '../payout/banks';
import type { Payout } from './batch-sheet';
import type { BatchRow } from './tables';

// ISO 20022 pain.001.001.09: the order of the elements is that of its schema.

/** BIC codes of the banks of most cards. A card of another bank names the bank only. */
const bics: Readonly<Record<string, string>> = {
  ICBC: 'ICBKCNBJ',
  ABC: 'ABOCCNBJ',
  BOC: 'BKCHCNBJ',
  CCB: 'PCBCCNBJ',
  COMM: 'COMMCNSH',
  PSBC: 'PSBCCNBJ',
  CMB: 'CMBCCNBS',
  CITIC: 'CIBKCNBJ',
  CEB: 'EVERCNBJ',
  CMBC: 'MSBCCNBJ',
  SPDB: 'SPDBCNSH',
  CIB: 'FJIBCNBA',
  HXBANK: 'HXBKCNBJ',
  SPABANK: 'SZDBCNBS',
  GDB: 'GDBKCN22',
};

const marks: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
};

/** Text for XML: without characters that XML forbids, up to the length that the schema allows. */
const escaped = (text: string, most = 140): string =>
  [
    ...text
      .replace(/[\p{Cc}\p{Cs}\p{Co}\p{Cn}]/gu, ' ')
      .replace(/\s+/g, ' ')
      .trim(),
  ]
    .slice(0, most)
    .join('')
    .replace(/[&<>"']/g, (mark) => marks[mark] ?? '');

/** Letters without a decomposition into a Latin letter and a mark. */
const spelled: Readonly<Record<string, string>> = {
  ß: 'ss',
  Æ: 'AE',
  æ: 'ae',
  Œ: 'OE',
  œ: 'oe',
  Ø: 'O',
  ø: 'o',
  Đ: 'D',
  đ: 'd',
  Ł: 'L',
  ł: 'l',
  ı: 'i',
  Þ: 'Th',
  þ: 'th',
  ð: 'd',
  Ð: 'D',
  '’': "'",
  '·': ' ',
};

/**
 * A name in the characters that banks abroad accept (EPC217-08), such as `Jose` for `José`. A name in another script stays as it is: a
 * wrong guess would be another person's name.
 */
export function plainName(name: string): string {
  const plain = name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[^ -~]/gu, (letter) => spelled[letter] ?? letter);
  return /^[a-zA-Z0-9/\-?:().,'+ ]*$/.test(plain) ? plain : name;
}

const sumOf = (payouts: readonly Payout[]) => payouts.reduce((sum, { amount }) => sum + amount, 0);

const isIban = (account: string) => /^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/.test(account);

const accountId = (account: string) =>
  `<Id>${isIban(account) ? `<IBAN>${account}</IBAN>` : `<Othr><Id>${escaped(account, 34)}</Id></Othr>`}</Id>`;

const agent = (bic: string | null | undefined, name: string | null, branch: string | null) =>
  `<FinInstnId>${bic ? `<BICFI>${escaped(bic)}</BICFI>` : ''}${name ? `<Nm>${escaped(name)}</Nm>` : ''}</FinInstnId>${
    branch ? `<BrnchId><Nm>${escaped(branch)}</Nm></BrnchId>` : ''
  }`;

const transfer = (payout: Payout): string => {
  const { number, kind, bank, branch, swift, country, holder, account_number: account } = payout;
  const isAbroad = kind === 'abroad';
  const bic = isAbroad ? swift : bics[bank ?? ''];
  const name = isAbroad ? bank : bankName(bank ?? '', 'zh');
  const lines = [
    `<PmtId><InstrId>${number}</InstrId><EndToEndId>${number}</EndToEndId></PmtId>`,
    `<Amt><InstdAmt Ccy="CNY">${decimalYuan(payout.amount)}</InstdAmt></Amt>`,
    `<ChrgBr>${isAbroad ? 'SHAR' : 'SLEV'}</ChrgBr>`,
    `<CdtrAgt>${agent(bic, name, branch)}</CdtrAgt>`,
    `<Cdtr><Nm>${escaped(isAbroad ? plainName(holder) : holder)}</Nm>${
      country ? `<PstlAdr><Ctry>${escaped(country, 2)}</Ctry></PstlAdr>` : ''
    }</Cdtr>`,
    `<CdtrAcct>${accountId(account)}</CdtrAcct>`,
    `<RmtInf><Ustrd>${number}</Ustrd></RmtInf>`,
  ];
  return `<CdtTrfTxInf>\n${lines.join('\n')}\n</CdtTrfTxInf>`;
};

/** One order of payment for each kind of account, because banks treat payments abroad on their own. */
function orderOf(kind: string, payouts: readonly Payout[], day: string, from: PayoutSource, batch: string) {
  return [
    '<PmtInf>',
    `<PmtInfId>${batch}-${kind}</PmtInfId>`,
    '<PmtMtd>TRF</PmtMtd>',
    '<BtchBookg>false</BtchBookg>',
    `<NbOfTxs>${payouts.length}</NbOfTxs>`,
    `<CtrlSum>${decimalYuan(sumOf(payouts))}</CtrlSum>`,
    `<ReqdExctnDt><Dt>${day}</Dt></ReqdExctnDt>`,
    `<Dbtr><Nm>${escaped(from.name)}</Nm></Dbtr>`,
    `<DbtrAcct>${accountId(from.account)}<Ccy>CNY</Ccy></DbtrAcct>`,
    `<DbtrAgt><FinInstnId><BICFI>${escaped(from.bic)}</BICFI></FinInstnId></DbtrAgt>`,
    ...payouts.map(transfer),
    '</PmtInf>',
  ];
}

/**
 * The file of a batch for a bank. Each payment is booked on its own, so that the statement has a line for each. The same batch always
 * gives the same bytes: a bank recognizes a file that is sent twice by its `MsgId`.
 */
export function pain001(
  { number }: Pick<BatchRow, 'number'>,
  payouts: readonly Payout[],
  { from, at }: { from: PayoutSource; at: { time: string; day: string } },
): string {
  const kinds = [...new Set(payouts.map(({ kind }) => kind))];
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.001.001.09">',
    '<CstmrCdtTrfInitn>',
    '<GrpHdr>',
    `<MsgId>${number}</MsgId>`,
    `<CreDtTm>${at.time}</CreDtTm>`,
    `<NbOfTxs>${payouts.length}</NbOfTxs>`,
    `<CtrlSum>${decimalYuan(sumOf(payouts))}</CtrlSum>`,
    `<InitgPty><Nm>${escaped(from.name)}</Nm></InitgPty>`,
    '</GrpHdr>',
    ...kinds.flatMap((kind) =>
      orderOf(
        kind,
        payouts.filter((one) => one.kind === kind),
        at.day,
        from,
        number,
      ),
    ),
    '</CstmrCdtTrfInitn>',
    '</Document>',
    '',
  ].join('\n');
}
