import { payPasswordState } from '../../contract/money/pay-password';
import { useApp } from '../../core/app';
import { useQuery } from '../../core/data/query';
import { Loaded } from '../../ui/feedback/loaded';
import { Section } from '../../ui/layout/section';
import { SetPayPassword } from './set-pay-password';

/** Sets or changes the payment password: six digits that every payment from the balance requires. */
export default function PayPassword() {
  const { nav, t } = useApp();
  const state = useQuery(payPasswordState, {});
  return (
    <Loaded of={state}>
      {({ isSet }) => (
        <Section title={t(isSet ? 'pay-password.change' : 'pay-password.titles.payPassword')}>
          <SetPayPassword note={t('pay-password.note')} done={() => nav.back()} />
        </Section>
      )}
    </Loaded>
  );
}
