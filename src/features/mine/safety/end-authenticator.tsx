import type { GenericSchema } from 'valibot';
import {
  type AuthenticatorState,
  authenticator,
  endAuthenticator,
} from '../../../contract/member/authenticator';
import { endByCode, endByPassword, endByPay } from '../../../contract/member/authenticator.rules';
import { useApp } from '../../../core/app';
import { useQuery } from '../../../core/data/query';
import { useForm } from '../../../core/form/form';
import { Loaded } from '../../../ui/feedback/loaded';
import { FormView } from '../../../ui/field/form';
import { TextField } from '../../../ui/field/text-field';
import { signedIn } from '../routes';
import { PasswordOrCode, PayPasswordField, useOwner } from './owner-fields';

/** `pages/mine/endAuthenticator`: removes the authenticator app, by a code of it and a proof of the member. */
export default function EndAuthenticator() {
  const state = useQuery(authenticator, {});
  return <Loaded of={state}>{(known) => <End {...known} />}</Loaded>;
}

function End({ asksPayPassword, codeTo }: AuthenticatorState) {
  const { nav, t, toasts } = useApp();
  const owner = useOwner(codeTo);
  const form = useForm<GenericSchema, Record<string, unknown>, object>({
    call: endAuthenticator,
    rules: asksPayPassword ? endByPay : owner.byCode ? endByCode : endByPassword,
    initial: {},
    done() {
      toasts.show(t('authenticator.ended'));
      nav.back(signedIn);
    },
  });
  return (
    <FormView of={form} send={t('authenticator.end')} note={t('authenticator.endNote')}>
      <TextField
        of={form}
        name="secondCode"
        label={t('authenticator.code')}
        hint={t('authenticator.step.hint')}
        autoComplete="one-time-code"
        autoCapitalize="none"
      />
      {asksPayPassword ? <PayPasswordField of={form} /> : <PasswordOrCode of={form} owner={owner} />}
    </FormView>
  );
}
