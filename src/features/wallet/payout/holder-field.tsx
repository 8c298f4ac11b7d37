import { useApp } from '../../../core/app';
import type { Form } from '../../../core/form/form';
import { TextField } from '../../../ui/field/text-field';

/** The holder of an account. `hint`: who knows the name, which depends on the kind of account. */
export function HolderField({ of, hint }: { of: Form<Record<string, unknown>>; hint: string }) {
  const { t } = useApp();
  return (
    <TextField of={of} name="holder" label={t('payout.fields.holder')} hint={hint} autoComplete="name" />
  );
}
