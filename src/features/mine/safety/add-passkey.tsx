import { type PublicKeyCredentialCreationOptionsJSON, startRegistration } from '@simplewebauthn/browser';
import type { GenericSchema } from 'valibot';
import { addPasskey, listPasskeys, makePasskey } from '../../../contract/member/passkeys';
import {
  makeByCode,
  makeByCodeAndPay,
  makeByPassword,
  makeByPasswordAndPay,
} from '../../../contract/member/passkeys.rules';
import { useApp } from '../../../core/app';
import { fetchOrThrow, useQuery } from '../../../core/data/query';
import { useForm } from '../../../core/form/form';
import { showRefusal } from '../../../core/http/refusal';
import { Loaded } from '../../../ui/feedback/loaded';
import { FormView } from '../../../ui/field/form';
import { TextField } from '../../../ui/field/text-field';
import { signedIn } from '../routes';
import { PasswordOrCode, PayPasswordField, useOwner } from './owner-fields';

/** `pages/mine/addPasskey`: proves the member, and has their phone make a passkey. */
export default function AddPasskey() {
  const passkeys = useQuery(listPasskeys, {});
  return (
    <Loaded of={passkeys}>
      {({ codeTo, asksPayPassword }) => <Add codeTo={codeTo} asksPay={asksPayPassword} />}
    </Loaded>
  );
}

/** Returns a function that has the phone make a passkey: undefined, after a toast, if it made none. */
function useMaking() {
  const { t, toasts } = useApp();
  return (options: PublicKeyCredentialCreationOptionsJSON) =>
    startRegistration({ optionsJSON: options }).catch(({ name }: Error) => {
      toasts.show(t(name === 'InvalidStateError' ? 'safety.passkey.known' : 'safety.passkey.notMade'));
    });
}

function Add({ codeTo, asksPay }: { codeTo: string | undefined; asksPay: boolean }) {
  const { nav, send, t, toasts } = useApp();
  const make = useMaking();
  const owner = useOwner(codeTo);
  const form = useForm<
    GenericSchema,
    Record<string, unknown>,
    { options: PublicKeyCredentialCreationOptionsJSON }
  >({
    call: makePasskey,
    rules: owner.byCode
      ? asksPay
        ? makeByCodeAndPay
        : makeByCode
      : asksPay
        ? makeByPasswordAndPay
        : makeByPassword,
    initial: { name: t('safety.passkey.mine') },
    async done({ options }, { name }) {
      form.set('password', undefined);
      form.set('code', undefined);
      form.set('payPassword', undefined);
      const credential = await make(options);
      if (!credential) return;
      try {
        await fetchOrThrow(send, addPasskey, { name: String(name), credential }, 'now');
      } catch (error) {
        return showRefusal(toasts)(error);
      }
      toasts.show(t('safety.passkey.added'));
      nav.back(signedIn);
    },
  });
  return (
    <FormView of={form} send={t('safety.passkey.make')} note={t('safety.passkey.note')}>
      <TextField of={form} name="name" label={t('safety.passkey.name')} maxLength={40} />
      <PasswordOrCode of={form} owner={owner} />
      {asksPay && <PayPasswordField of={form} />}
    </FormView>
  );
}
