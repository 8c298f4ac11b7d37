import { useApp } from '../../../core/app';
import type { Props } from '../../../core/navigation/route';
import * as wallet from '../routes';
import { AbroadForm } from './abroad-form';
import { AddAccount, EditAccount, type Forms } from './account-form';
import { AccountList } from './account-list';
import { BankForm } from './bank-form';

const forms: Forms = { bank: BankForm, abroad: AbroadForm };
const kinds = ['bank', 'abroad'] as const;

/** `pages/mine/bankList`: the member's bank cards (spec §3), and accounts at foreign banks, which issue no such cards. */
export default function BankList({ add, edit }: Props<typeof wallet.bankList>) {
  const { t } = useApp();
  const screen = wallet.bankList;
  if (edit) return <EditAccount id={edit} forms={forms} screen={screen} />;
  if (add) return <AddAccount kind={add} forms={forms} screen={screen} />;
  return <AccountList kinds={kinds} screen={screen} none={t('payout.noBank')} />;
}
