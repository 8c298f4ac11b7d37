import { addAlipay as add, editAlipay as edit } from '../../../contract/money/payout.rules';
import { useApp } from '../../../core/app';
import { BarFormView } from '../../../ui/field/bar-form';
import { HolderField } from './holder-field';
import { NumberField } from './number-field';
import { type AccountFormProps, useAccountForm } from './use-account-form';

/** An Alipay account: its login and its holder. */
export function AlipayForm(props: AccountFormProps) {
  const { t } = useApp();
  const form = useAccountForm('alipay', 'login', { add, edit }, props);
  return (
    <BarFormView of={form} send={t('common.save')}>
      <NumberField
        of={form}
        name="login"
        account={props.account}
        hint={t('payout.fields.loginHint')}
        inputMode="email"
      />
      <HolderField of={form} hint={t('payout.fields.holderAlipay')} />
    </BarFormView>
  );
}
