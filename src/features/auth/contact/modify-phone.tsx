import { modifyPhone } from '../../../contract/member/auth';
import { modifyPhone as rules } from '../../../contract/member/auth.rules';
import { mobile, phone, phoneOf } from '../../../contract/rules/fields';
import { useApp } from '../../../core/app';
import { useForm } from '../../../core/form/form';
import { ChangeContact, useContactChanged } from './change-contact';

export default function ModifyPhone() {
  const { session, t } = useApp();
  const country = session.userInfo.peek()?.country;
  const form = useForm({
    call: modifyPhone,
    rules: phoneOf(country, rules, 'phone'),
    initial: {},
    done: useContactChanged(),
  });
  return (
    <ChangeContact
      form={form}
      name="phone"
      rule={country === 'cn' ? mobile : phone}
      label={t('auth.phone.label')}
      {...(country !== 'cn' && { hint: t('auth.phone.hint') })}
      type="tel"
    />
  );
}
