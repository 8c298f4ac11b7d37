import { useState } from 'react';
import type { GenericSchema } from 'valibot';
import { payPasswordState, sendPayCode, setPayPassword } from '../../contract/money/pay-password';
import { setByCode, setByPassword } from '../../contract/money/pay-password.rules';
import { useApp } from '../../core/app';
import { fetchOrThrow, useQuery } from '../../core/data/query';
import { useForm } from '../../core/form/form';
import { showRefusal } from '../../core/http/refusal';
import { dateTime } from '../../core/text/format';
import { Button } from '../../ui/button';
import { CodeField } from '../../ui/field/code-field';
import { FormView } from '../../ui/field/form';
import { PasswordField } from '../../ui/field/password-field';
import { PinField } from '../../ui/field/pin-field';
import { quiet } from '../../ui/styles';

/** Sets or replaces the payment password; the sign-in password or a code proves who does. */
export function SetPayPassword({ note, done }: { note: string; done(): void }) {
  const { send, toasts, t } = useApp();
  const { value: data } = useQuery(payPasswordState, {});
  const [chosen, setWithCode] = useState(false);
  const guarded = data?.guardedUntil; // nothing but a code to the other contact proves it until then
  const withCode = chosen || !!guarded;
  const form = useForm<GenericSchema, Record<string, unknown>, object>({
    call: setPayPassword,
    rules: withCode ? setByCode : setByPassword,
    initial: {},
    done() {
      toasts.show(t('pay-password.saved'));
      done();
    },
  });
  const sendCode = async () => {
    try {
      return (await fetchOrThrow(send, sendPayCode, {}, 'now')).wait;
    } catch (error) {
      showRefusal(toasts)(error);
      return;
    }
  };
  const waits = guarded && t('pay-password.guarded', { time: dateTime(guarded) });
  if (waits && !data.codeTo) return <p className={quiet}>{waits}</p>;
  return (
    <FormView of={form} send={t('pay-password.save')} note={waits ?? note}>
      <PinField of={form} name="payPassword" label={t('pay-password.new')} hint={t('pay-password.hint')} />
      {withCode ? (
        <CodeField
          of={form}
          name="code"
          label={t('pay-password.code', { to: data?.codeTo ?? '' })}
          send={sendCode}
        />
      ) : (
        <PasswordField of={form} name="password" label={t('pay-password.password')} />
      )}
      {data?.codeTo && !guarded && (
        <Button kind="quiet" onClick={() => setWithCode(!withCode)}>
          {t(withCode ? 'pay-password.byPassword' : 'pay-password.byCode')}
        </Button>
      )}
    </FormView>
  );
}
