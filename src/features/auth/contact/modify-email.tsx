import { modifyEmail } from '../../../contract/member/auth';
import { modifyEmail as rules } from '../../../contract/member/auth.rules';
import { email } from '../../../contract/rules/fields';
import { useApp } from '../../../core/app';
import { useForm } from '../../../core/form/form';
import { ChangeContact, useContactChanged } from './change-contact';

export default function ModifyEmail() {
  const { t } = useApp();
  const form = useForm({ call: modifyEmail, rules, initial: {}, done: useContactChanged() });
  return <ChangeContact form={form} name="email" rule={email} label={t('auth.email.label')} type="email" />;
}
