import { useState } from 'react';
import { sendOwnCode } from '../../../contract/member/passkeys';
import { useApp } from '../../../core/app';
import { fetchOrThrow } from '../../../core/data/query';
import type { Form } from '../../../core/form/form';
import { showRefusal } from '../../../core/http/refusal';
import { Button } from '../../../ui/button';
import { CodeField } from '../../../ui/field/code-field';
import { PasswordField } from '../../../ui/field/password-field';
import { PinField } from '../../../ui/field/pin-field';

/** How the member proves who they are: by the sign-in password, a code to their own contact, the payment password. */
export function useOwner(codeTo: string | undefined) {
  const [byCode, setByCode] = useState(false);
  return { byCode, codeTo, change: () => setByCode(!byCode) };
}

interface Props {
  of: Form;
  owner: ReturnType<typeof useOwner>;
}

/** The sign-in password, or a code in its place. */
export function PasswordOrCode({ of, owner: { byCode, codeTo, change } }: Props) {
  const { send, t, toasts } = useApp();
  const sendCode = async () => {
    try {
      return (await fetchOrThrow(send, sendOwnCode, {}, 'now')).wait;
    } catch (error) {
      showRefusal(toasts)(error);
      return;
    }
  };
  return (
    <>
      {byCode ? (
        <CodeField of={of} name="code" label={t('safety.proof.code', { to: codeTo ?? '' })} send={sendCode} />
      ) : (
        <PasswordField
          of={of}
          name="password"
          label={t('safety.proof.password')}
          autoComplete="current-password"
        />
      )}
      {codeTo && (
        <Button kind="quiet" onClick={change}>
          {t(byCode ? 'safety.proof.byPassword' : 'safety.proof.byCode')}
        </Button>
      )}
    </>
  );
}

export function PayPasswordField({ of }: { of: Form }) {
  const { t } = useApp();
  return <PinField of={of} name="payPassword" label={t('safety.proof.payPassword')} />;
}
