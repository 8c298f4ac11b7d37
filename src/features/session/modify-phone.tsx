import { phone } from '../../contract/rules';
import { modifyPhone } from '../../contract/session';
import { modifyPhone as rules } from '../../contract/session.rules';
import { useApp } from '../../core/app';
import { useForm } from '../../core/form';
import { useValue } from '../../core/signals';
import { FormView } from '../../ui/form';
import { PasswordField } from '../../ui/password-field';
import { useChanged } from './changed';
import { ContactCode } from './contact-code';
import { Current } from './current';
import { useSendCode } from './send-code';

export default function ModifyPhone() {
  const { session, t } = useApp();
  const form = useForm({ call: modifyPhone, rules, initial: {}, done: useChanged() });
  const code = useSendCode({ purpose: 'phone', form, name: 'phone', rule: phone });

  return (
    <>
      <Current contact={useValue(session.userInfo)?.phone} />
      <FormView of={code.form} send={t('common.save')} note={t('session.note')}>
        <ContactCode
          code={code}
          name="phone"
          label={t('session.phone.label')}
          hint={t('session.phone.hint')}
          type="tel"
          autoComplete="tel"
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
