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
  /** The contact that changes: its field, and what the code is for. */
  name: 'phone' | 'email';
  rule: GenericSchema<string>;
  label: string;
  hint?: string;
  type: 'tel' | 'email';
}

/** A member's phone number or mailbox changes: the new one with its proof, and their password. */
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

/** What follows a changed phone or mailbox. */
export function useContactChanged() {
  const { nav, toasts, t } = useApp();
  return () => {
    toasts.show(t('auth.changed'));
    nav.back(mine.home);
  };
}
