import { useApp } from '../../../core/app';
import type { Form } from '../../../core/form/form';
import { TextField } from '../../../ui/field/text-field';

export function HolderField({ of }: { of: Form<Record<string, unknown>> }) {
  const { t } = useApp();
  return (
    <TextField
      of={of}
      name="holder"
      label={t('payout.fields.holder')}
      hint={t('payout.fields.holderHint')}
      autoComplete="name"
    />
  );
}
