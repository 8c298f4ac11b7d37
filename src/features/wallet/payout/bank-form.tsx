import { useEffect, useState } from 'react';
import { bankList } from '../../../contract/money/payout';
import { addBank as add, editBank as edit } from '../../../contract/money/payout.rules';
import { hasLuhn } from '../../../contract/rules/fields';
import { useApp } from '../../../core/app';
import { BarFormView } from '../../../ui/field/bar-form';
import { TextField } from '../../../ui/field/text-field';
import { ChoiceField } from './choice-field';
import { ChoiceSheet } from './choice-sheet';
import { HolderField } from './holder-field';
import { NumberField } from './number-field';
import { type AccountFormProps, useAccountForm } from './use-account-form';

/** Milliseconds without typing before a hint about an unlikely card number. */
const doubtMs = 800;

/** Spec §5, bank card: number, opening bank and branch. A wrong check digit causes a hint, not a refusal. */
export function BankForm(props: AccountFormProps) {
  const { t } = useApp();
  const form = useAccountForm('bank', 'cardNumber', { add, edit }, props);
  const [choosing, setChoosing] = useState(false);
  const [bankName, setBankName] = useState(props.account?.bankName);
  const digits = String(form.values.cardNumber ?? '').replace(/[\s-]/g, '');
  const doubtful = useDoubtful(digits);
  return (
    <>
      <BarFormView of={form} send={t('common.save')}>
        <HolderField of={form} hint={t('payout.fields.holderBank')} />
        <NumberField
          of={form}
          name="cardNumber"
          account={props.account}
          hint={
            doubtful ? (
              <span style={{ color: 'var(--cp-warn)' }}>{t('payout.fields.luhn')}</span>
            ) : (
              t('payout.fields.cardHint')
            )
          }
          inputMode="numeric"
        />
        <ChoiceField
          of={form}
          name="openingBank"
          label={t('payout.fields.openingBank')}
          none={t('payout.fields.choose')}
          chosen={bankName}
          onOpen={() => setChoosing(true)}
        />
        <TextField
          of={form}
          name="openingBranch"
          label={t('payout.fields.openingBranch')}
          hint={t('payout.fields.branchHint')}
          autoComplete="off"
          maxLength={60}
        />
      </BarFormView>
      {choosing && (
        <ChoiceSheet
          of={bankList}
          title={t('payout.fields.openingBank')}
          search={t('payout.fields.search')}
          none={t('payout.fields.noMatch')}
          onClose={() => setChoosing(false)}
          onChoose={({ code, name }) => {
            form.set('openingBank', code);
            setBankName(name);
            setChoosing(false);
          }}
        />
      )}
    </>
  );
}

function useDoubtful(digits: string): boolean {
  const [doubted, setDoubted] = useState('');
  useEffect(() => {
    if (!/^\d{12,19}$/.test(digits) || hasLuhn(digits)) return;
    const timer = setTimeout(() => setDoubted(digits), doubtMs);
    return () => clearTimeout(timer);
  }, [digits]);
  return !!digits && doubted === digits;
}
