import { addUsdt as add, editUsdt as edit } from '../../../contract/money/payout.rules';
import { useApp } from '../../../core/app';
import { BarFormView } from '../../../ui/field/bar-form';
import { NumberField } from './number-field';
import { type AccountFormProps, useAccountForm } from './use-account-form';

/** A TRON address for USDT. */
export function UsdtForm(props: AccountFormProps) {
  const { t } = useApp();
  const form = useAccountForm('usdt', 'address', { add, edit }, props);
  return (
    <BarFormView of={form} send={t('common.save')}>
      <NumberField
        of={form}
        name="address"
        account={props.account}
        hint={t('payout.fields.addressHint')}
        lines={2}
      />
    </BarFormView>
  );
}
