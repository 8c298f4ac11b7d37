import { type PublicKeyCredentialCreationOptionsJSON, startRegistration } from '@simplewebauthn/browser';
import { useState } from 'react';
import type { GenericSchema } from 'valibot';
import { addPasskey, listPasskeys, makePasskey, sendOwnCode } from '../../../contract/member/passkeys';
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
import { Button } from '../../../ui/button';
import { Loaded } from '../../../ui/feedback/loaded';
import { CodeField } from '../../../ui/field/code-field';
import { FormView } from '../../../ui/field/form';
import { PasswordField } from '../../../ui/field/password-field';
import { PinField } from '../../../ui/field/pin-field';
import { TextField } from '../../../ui/field/text-field';
import { Section } from '../../../ui/layout/section';
import { signedIn } from '../routes';

/** `pages/mine/addPasskey`: proves the member, and has their phone make a passkey. */
export default function AddPasskey() {
  const { t } = useApp();
  const passkeys = useQuery(listPasskeys, {});
  return (
    <Loaded of={passkeys}>
      {({ codeTo, asksPayPassword }) => (
        <Section title={t('safety.titles.addPasskey')}>
          <Add codeTo={codeTo} asksPay={asksPayPassword} />
        </Section>
      )}
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
  const [withCode, setWithCode] = useState(false);
  const form = useForm<
    GenericSchema,
    Record<string, unknown>,
    { options: PublicKeyCredentialCreationOptionsJSON }
  >({
    call: makePasskey,
    rules: withCode
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
  const sendCode = async () => {
    try {
      return (await fetchOrThrow(send, sendOwnCode, {}, 'now')).wait;
    } catch (error) {
      showRefusal(toasts)(error);
      return;
    }
  };
  return (
    <FormView of={form} send={t('safety.passkey.make')} note={t('safety.passkey.note')}>
      <TextField of={form} name="name" label={t('safety.passkey.name')} maxLength={40} />
      {withCode ? (
        <CodeField
          of={form}
          name="code"
          label={t('safety.passkey.code', { to: codeTo ?? '' })}
          send={sendCode}
        />
      ) : (
        <PasswordField
          of={form}
          name="password"
          label={t('safety.passkey.password')}
          autoComplete="current-password"
        />
      )}
      {asksPay && <PinField of={form} name="payPassword" label={t('safety.passkey.payPassword')} />}
      {codeTo && (
        <Button kind="quiet" onClick={() => setWithCode(!withCode)}>
          {t(withCode ? 'safety.passkey.byPassword' : 'safety.passkey.byCode')}
        </Button>
      )}
    </FormView>
  );
}
