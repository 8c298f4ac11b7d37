import { useApp } from '../../../core/app';
import type { Props } from '../../../core/navigation/route';
import * as wallet from '../routes';
import { AbroadForm } from './abroad-form';
import { AddAccount, EditAccount, type Forms } from './account-form';
import { AccountList } from './account-list';
import { AlipayForm } from './alipay-form';
import { BankForm } from './bank-form';
import { UsdtForm } from './usdt-form';

const forms: Forms = { abroad: AbroadForm, bank: BankForm, alipay: AlipayForm, usdt: UsdtForm };

/** `pages/mine/accountManage`: the member's payout accounts, by kind. */
export default function AccountManage({ add, edit }: Props<typeof wallet.accountManage>) {
  const { t } = useApp();
  const screen = wallet.accountManage;
  if (edit) return <EditAccount id={edit} forms={forms} screen={screen} />;
  if (add) return <AddAccount kind={add} forms={forms} screen={screen} />;
  return <AccountList screen={screen} none={t('payout.none')} />;
}
