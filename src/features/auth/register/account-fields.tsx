import { useApp } from '../../../core/app';
import type { Form } from '../../../core/form/form';
import { PasswordField } from '../../../ui/field/password-field';
import { TextField } from '../../../ui/field/text-field';
import { AgreementField } from '../agreement-field';

/** An existing account, its password, and the agreement. */
export function AccountFields({ of }: { of: Form }) {
  const { t } = useApp();
  return (
    <>
      <TextField
        of={of}
        name="account"
        label={t('auth.account')}
        autoComplete="username"
        autoCapitalize="none"
      />
      <PasswordField of={of} name="password" label={t('auth.password')} autoComplete="current-password" />
      <AgreementField of={of} />
    </>
  );
}
