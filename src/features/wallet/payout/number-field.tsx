import type { ReactNode } from 'react';
import type { PayoutAccount } from '../../../contract/money/payout';
import { useApp } from '../../../core/app';
import type { Form } from '../../../core/form/form';
import { TextField } from '../../../ui/field/text-field';
import { quiet } from '../../../ui/styles';

/** The number of an account, if it may be typed here. When editing, the masked number is shown, and stays if nothing is typed. */
export function NumberField({
  of,
  name,
  account,
  hint,
  ...rest
}: {
  of: Form<Record<string, unknown>>;
  name: 'cardNumber' | 'accountNumber' | 'login' | 'address';
  account: PayoutAccount | undefined;
  hint: ReactNode;
  inputMode?: 'numeric' | 'email';
  lines?: number;
}) {
  const { platform, t } = useApp();
  if (platform.numbersElsewhere) return <p className={quiet}>{t('payout.fields.elsewhere')}</p>;
  const keep = account && !of.values[name];
  return (
    <TextField
      of={of}
      name={name}
      label={t(`payout.fields.${name}`)}
      optional={!!account}
      placeholder={account?.number}
      hint={keep ? t('payout.fields.keep', { number: account.number }) : hint}
      autoComplete="off"
      {...rest}
    />
  );
}
