import { signContract } from '../../contract/buying/orders';
import * as payout from '../../contract/money/payout';
import * as wallet from '../../contract/money/wallet';
import { yuan } from '../../contract/wire/yuan';
import { type Endpoint, inputOf } from '../http/endpoint';
import type { RequestContext } from '../kernel/context';
import { dayOf } from '../kernel/dates';
import { type Locale, type MessageName, translate } from '../kernel/messages';
import { quoteOf } from '../wallet/fee';
import { bankName } from '../wallet/payout/banks';
import { countryName } from '../wallet/payout/countries';
import { ownPayoutAccount } from '../wallet/payout/own-payout-account';
import type { PayoutAccountRow } from '../wallet/payout/tables';
import { payoutAccount } from '../wallet/payout/view';
import { exampleNumber, numberField } from './card-number';
import type { ChallengeRow } from './challenges';
import { describePurchase, type PurchaseData } from './describe-purchase';
import { describeSigning, type SigningData } from './describe-signing';
import { dryRun } from './dry-run';

/** The input of the calls that need a confirmation; their rules have accepted it. */
interface ChallengeData extends PurchaseData, SigningData {
  source: wallet.WithdrawalSource;
  amount: number;
  accountId: string;
  ids: string[];
  id: string;
  kind: payout.PayoutKind;
  holder?: string;
  openingBank?: string;
  openingBranch?: string;
  bankName?: string;
  swift?: string;
  country?: string;
}

export interface ChallengeDescription {
  /** The action that the member confirms, and the text of its button. */
  title: string;
  button: string;
  lines: [label: string, value: string][];
  /** The number that the member types here; `current` is the masked one that stays if the field is empty. */
  number?: { label: string; needed: boolean; current?: string };
}

/**
 * Describes the effect that a challenge would have if it were confirmed now. It reads our own data again and does not trust the
 * page. Refused if the call itself would be refused.
 */
export async function describeChallenge(
  endpoint: Endpoint,
  row: ChallengeRow,
  ctx: RequestContext,
): Promise<ChallengeDescription> {
  const data = JSON.parse(row.data) as ChallengeData;
  await dryRun(endpoint.handler, inputOf(endpoint, exampleNumber(endpoint.call, data)), ctx);
  if (row.call === wallet.applyWithdrawal.path) return withdrawal(data, ctx);
  if (row.call === signContract.path) return describeSigning(data, ctx);
  const purchase = await describePurchase(row.call, data, ctx);
  if (purchase) return purchase;
  if (row.call === payout.userAccountDeleteBatch.path) return removal(data.ids, ctx);
  return account(endpoint, data, ctx);
}

async function withdrawal(
  { source, amount, accountId }: ChallengeData,
  ctx: RequestContext,
): Promise<ChallengeDescription> {
  const { locale, db, member, settings, now } = ctx;
  const word = (name: MessageName) => translate(locale, name);
  const account = await ownPayoutAccount(db.run, member, accountId);
  const { fee, arrives, usdt, expectedBy } = quoteOf(amount, account?.kind === 'usdt', settings, now);
  const coins = usdt === undefined ? '' : ` = ${(usdt / 1e6).toFixed(6)} USDT`;
  return {
    title: word(source === 'store' ? 'secureWithdrawStore' : 'secureWithdraw'),
    button: translate(locale, 'secureWithdrawNow', { amount: yuan(amount) }),
    lines: [
      [word('secureAmount'), yuan(amount)],
      [word('secureFee'), yuan(fee)],
      [word('secureArrives'), yuan(arrives) + coins],
      [word('securePayee'), named(account, locale)],
      [word('secureBy'), dayOf(Date.parse(expectedBy))],
    ],
  };
}

/** One of the member's accounts: type, bank, masked number, holder. */
function named(row: PayoutAccountRow | undefined, locale: Locale): string {
  if (!row) return '–';
  const { type, bankName: bank, number, holder } = payoutAccount(row, locale);
  return [bank ?? type, number, holder].filter(Boolean).join(' · ');
}

async function removal(ids: string[], ctx: RequestContext): Promise<ChallengeDescription> {
  const word = (name: MessageName) => translate(ctx.locale, name);
  const lines: ChallengeDescription['lines'] = [];
  for (const id of ids)
    lines.push([word('securePayee'), named(await ownPayoutAccount(ctx.db.run, ctx.member, id), ctx.locale)]);
  return { title: word('secureRemove'), button: word('secureRemoveNow'), lines };
}

const numberNames: Record<payout.PayoutKind, MessageName> = {
  bank: 'secureNumber_bank',
  abroad: 'secureNumber_abroad',
  alipay: 'secureNumber_alipay',
  usdt: 'secureNumber_usdt',
};

async function account(
  { call }: Endpoint,
  data: ChallengeData,
  ctx: RequestContext,
): Promise<ChallengeDescription> {
  const { locale } = ctx;
  const word = (name: MessageName) => translate(locale, name);
  const { kind } = data;
  const adds = call.path === payout.userAccountAdd.path;
  const row = adds ? undefined : await ownPayoutAccount(ctx.db.run, ctx.member, data.id);
  const lines: ChallengeDescription['lines'] = [[word('secureKind'), word(`dict_accountType_${kind}`)]];
  if (data.holder) lines.push([word('secureHolder'), data.holder]);
  if (data.openingBank) lines.push([word('secureBank'), bankName(data.openingBank, locale)]);
  if (kind === 'abroad') {
    lines.push([word('secureBank'), data.bankName ?? '']);
    lines.push([word('secureCountry'), countryName(data.country ?? '', locale)]);
    lines.push([word('secureSwift'), data.swift ?? '']);
  }
  if (data.openingBranch) lines.push([word('secureBranch'), data.openingBranch]);
  const current = row && payoutAccount(row, locale).number;
  return {
    title: word(adds ? 'secureAdd' : 'secureEdit'),
    button: word(adds ? 'secureAddNow' : 'secureEditNow'),
    lines,
    number: {
      label: word(numberNames[kind]),
      needed: !!numberField(call, data)?.needed,
      ...(current && { current: translate(locale, 'secureKept', { number: current }) }),
    },
  };
}
