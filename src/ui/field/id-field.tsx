import type { ReactNode } from 'react';
import { hasResidentIdChecksum, isResidentId } from '../../contract/rules/fields';
import { useApp } from '../../core/app';
import type { FieldOf } from './field';
import { TextField } from './text-field';

/** A resident ID number (spec §5). A wrong check digit causes a warning, never a refusal. */
export function IdField<I>({
  hint,
  ...field
}: FieldOf<I> & { hint?: ReactNode; placeholder?: string | undefined }) {
  const { t } = useApp();
  const typed = String(field.of.values[field.name] ?? '').trim();
  const doubtful = isResidentId(typed) && !hasResidentIdChecksum(typed);
  return (
    <TextField
      {...field}
      maxLength={20}
      autoComplete="off"
      hint={
        doubtful ? (
          <span role="status" style={{ color: 'var(--cp-warn)' }}>
            {t('form.fields.idUnlikely')}
          </span>
        ) : (
          hint
        )
      }
    />
  );
}
