import type { GenericSchema } from 'valibot';
import { useApp } from '../../../core/app';
import type { Form } from '../../../core/form/form';
import { FormView } from '../../../ui/field/form';
import { PasswordField } from '../../../ui/field/password-field';
import * as mine from '../../mine/routes';
import { useSendCode } from '../send-code';
import { ContactCode } from './contact-code';
import { Current } from './current';

interface Props {
  form: Form;
  /** The contact to change: its field, and the purpose of the code. */
  name: 'phone' | 'email';
  rule: GenericSchema<string>;
  label: string;
  hint?: string;
  type: 'tel' | 'email';
}

/** Changes a member's phone number or mailbox: the new contact with its proof, and the password. */
export function ChangeContact({ form, name, rule, type, ...field }: Props) {
  const { session, t } = useApp();
  const code = useSendCode({ purpose: name, form, name, rule });
  return (
    <>
      <Current contact={session.userInfo.value?.[name]} />
      <FormView of={code.form} send={t('common.save')} note={t('auth.note')}>
        <ContactCode code={code} name={name} type={type} autoComplete={type} {...field} />
        <PasswordField
          of={code.form}
          name="password"
          label={t('auth.owner')}
          autoComplete="current-password"
        />
      </FormView>
    </>
  );
}

/** Runs after a phone or mailbox was changed. */
export function useContactChanged() {
  const { nav, toasts, t } = useApp();
  return () => {
    toasts.show(t('auth.changed'));
    nav.back(mine.home);
  };
}
