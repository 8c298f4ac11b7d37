import { modifyPhone } from '../../contract/auth';
import { modifyPhone as rules } from '../../contract/auth.rules';
import { phone } from '../../contract/rules/fields';
import { useApp } from '../../core/app';
import { useForm } from '../../core/form/form';
import { ChangeContact, useContactChanged } from './change-contact';

export default function ModifyPhone() {
  const { t } = useApp();
  const form = useForm({ call: modifyPhone, rules, initial: {}, done: useContactChanged() });
  return (
    <ChangeContact
      form={form}
      name="phone"
      rule={phone}
      label={t('auth.phone.label')}
      hint={t('auth.phone.hint')}
      type="tel"
    />
  );
}
