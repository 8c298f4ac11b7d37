import { email } from '../../contract/rules';
import { modifyEmail } from '../../contract/session';
import { modifyEmail as rules } from '../../contract/session.rules';
import { useApp } from '../../core/app';
import { useForm } from '../../core/form';
import { useValue } from '../../core/signals';
import { FormView } from '../../ui/form';
import { PasswordField } from '../../ui/password-field';
import { useChanged } from './changed';
import { ContactCode } from './contact-code';
import { Current } from './current';
import { useSendCode } from './send-code';

export default function ModifyEmail() {
  const { session, t } = useApp();
  const form = useForm({ call: modifyEmail, rules, initial: {}, done: useChanged() });
  const code = useSendCode({ purpose: 'email', form, name: 'email', rule: email });

  return (
    <>
      <Current contact={useValue(session.userInfo)?.email} />
      <FormView of={code.form} send={t('common.save')} note={t('session.note')}>
        <ContactCode
          code={code}
          name="email"
          label={t('session.email.label')}
          type="email"
          autoComplete="email"
        />
        <PasswordField
          of={code.form}
          name="password"
          label={t('session.owner')}
          autoComplete="current-password"
        />
      </FormView>
    </>
  );
}
