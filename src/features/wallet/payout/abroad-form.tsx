import { useState } from 'react';
import { bankCountries } from '../../../contract/money/payout';
import {
  addAbroad as add,
  changedAbroad as edit,
  newAbroad as whole,
} from '../../../contract/money/payout.rules';
import { ibanLength } from '../../../contract/rules/bank-account';
import { useApp } from '../../../core/app';
import { BarFormView } from '../../../ui/field/bar-form';
import { TextField } from '../../../ui/field/text-field';
import { ChoiceField } from './choice-field';
import { ChoiceSheet } from './choice-sheet';
import { HolderField } from './holder-field';
import { NumberField } from './number-field';
import { type AccountFormProps, useAccountForm } from './use-account-form';

/** An account at a bank outside mainland China: its country decides whether its number is an IBAN. */
export function AbroadForm(props: AccountFormProps) {
  const { t } = useApp();
  const form = useAccountForm('abroad', 'accountNumber', { add, whole, edit }, props);
  const [choosing, setChoosing] = useState(false);
  const [countryName, setCountryName] = useState(props.account?.countryName);
  const iban = ibanLength(String(form.values.country ?? ''));
  return (
    <>
      <BarFormView of={form} send={t('common.save')}>
        <HolderField of={form} hint={t('payout.fields.holderBank')} />
        <ChoiceField
          of={form}
          name="country"
          label={t('payout.fields.country')}
          none={t('payout.fields.chooseCountry')}
          chosen={countryName}
          onOpen={() => setChoosing(true)}
        />
        <TextField
          of={form}
          name="bankName"
          label={t('payout.fields.openingBank')}
          autoComplete="off"
          maxLength={70}
        />
        <TextField
          of={form}
          name="swift"
          label={t('payout.fields.swift')}
          hint={t('payout.fields.swiftHint')}
          autoComplete="off"
          maxLength={14}
        />
        <NumberField
          of={form}
          name="accountNumber"
          account={props.account}
          hint={iban ? t('payout.fields.ibanHint', { count: iban }) : t('payout.fields.accountHint')}
        />
        <TextField
          of={form}
          name="openingBranch"
          label={t('payout.fields.routing')}
          hint={t('payout.fields.routingHint')}
          optional
          autoComplete="off"
          maxLength={60}
        />
      </BarFormView>
      {choosing && (
        <ChoiceSheet
          of={bankCountries}
          title={t('payout.fields.country')}
          search={t('payout.fields.searchCountry')}
          none={t('payout.fields.noCountry')}
          onClose={() => setChoosing(false)}
          onChoose={({ code, name }) => {
            form.set('country', code);
            setCountryName(name);
            setChoosing(false);
          }}
        />
      )}
    </>
  );
}
