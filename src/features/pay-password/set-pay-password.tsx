import { useState } from 'react';
import type { GenericSchema } from 'valibot';
import {
  type PayPasswordState,
  payPasswordState,
  sendPayCode,
  setPayPassword,
} from '../../contract/money/pay-password';
import { setByCode, setByCurrent, setByPassword } from '../../contract/money/pay-password.rules';
import { useApp } from '../../core/app';
import { fetchOrThrow, useQuery } from '../../core/data/query';
import { useForm } from '../../core/form/form';
import { showRefusal } from '../../core/http/refusal';
import { dayAndTime } from '../../core/text/when';
import { Button } from '../../ui/button';
import { Loaded } from '../../ui/feedback/loaded';
import { CodeField } from '../../ui/field/code-field';
import { FormView } from '../../ui/field/form';
import { PasswordField } from '../../ui/field/password-field';
import { PinField } from '../../ui/field/pin-field';
import { quiet } from '../../ui/styles';

interface Props {
  note: string;
  /** Whether the member does not know the current one: a code proves who sets the new one. */
  forgotten?: boolean;
  done(): void;
}

/** Sets the payment password, proved by the sign-in password or a code, or replaces it, by the current one or a code. */
export function SetPayPassword(props: Props) {
  const state = useQuery(payPasswordState, {});
  return <Loaded of={state}>{(known) => <SetForm {...props} {...known} />}</Loaded>;
}

function SetForm({ note, forgotten = false, done, isSet, codeTo, guardedUntil }: Props & PayPasswordState) {
  const app = useApp();
  const { send, toasts, t } = app;
  const [withCode, setWithCode] = useState(forgotten || !!guardedUntil);
  const form = useForm<GenericSchema, Record<string, unknown>, object>({
    call: setPayPassword,
    rules: withCode ? setByCode : isSet ? setByCurrent : setByPassword,
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
  const guarded = guardedUntil && t('pay-password.guarded', { time: dayAndTime(guardedUntil, app) });
  const byCode = guarded || (isSet ? t('pay-password.codeNote') : note);
  const first = isSet ? 'pay-password.byCurrent' : 'pay-password.byPassword';
  const change = (
    <Button kind="quiet" onClick={() => setWithCode(!withCode)}>
      {t(withCode ? first : 'pay-password.byCode')}
    </Button>
  );
  if (withCode && !codeTo)
    return (
      <>
        <p className={quiet}>{guarded || t('pay-password.noContact')}</p>
        {change}
      </>
    );
  return (
    <FormView
      of={form}
      send={t(isSet && !withCode ? 'pay-password.change' : 'pay-password.save')}
      note={withCode ? byCode : note}
    >
      {!withCode && isSet && <PinField of={form} name="current" label={t('pay-password.current')} />}
      <PinField of={form} name="payPassword" label={t('pay-password.new')} hint={t('pay-password.hint')} />
      {withCode && (
        <CodeField
          of={form}
          name="code"
          label={t('pay-password.code', { to: codeTo ?? '' })}
          send={sendCode}
        />
      )}
      {!withCode && !isSet && <PasswordField of={form} name="password" label={t('pay-password.password')} />}
      {(codeTo || isSet) && change}
    </FormView>
  );
}
