import { ownCurrencies, ownCurrency } from '../../../contract/member/currencies';
import { useApp } from '../../../core/app';
import { Preference } from './preference';

/** The currency in which amounts are shown beside yuan. */
export function CurrencyChoice() {
  const { session, t } = useApp();
  const member = session.userInfo.value;
  return (
    <Preference
      name="currency"
      label={t('settings.currency')}
      value={member ? ownCurrency(member) : 'CNY'}
      options={ownCurrencies.map((one) => ({ value: one, words: t(`settings.currencies.${one}`) }))}
    />
  );
}
