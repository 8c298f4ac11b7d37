import { useApp } from '../../../core/app';
import type { Form } from '../../../core/form/form';
import { PasswordField } from '../../../ui/field/password-field';

/** A new password, typed twice (spec §5). */
export function NewPassword({ of, label }: { of: Form; label: string }) {
  const { t } = useApp();
  return (
    <>
      <PasswordField
        of={of}
        name="password"
        label={label}
        hint={t('auth.passwordHint')}
        autoComplete="new-password"
      />
      <PasswordField of={of} name="confirm" label={t('auth.confirm')} autoComplete="new-password" />
    </>
  );
}
