import { useEffect, useRef, useState } from 'react';
import type { GenericSchema } from 'valibot';
import { sendCode } from '../../contract/member/auth';
import { sendCode as rules } from '../../contract/member/auth.rules';
import { fields } from '../../contract/rules/fields';
import { useApp } from '../../core/app';
import { type Form, useForm } from '../../core/form/form';
import { type RandomCode, useRandomCode } from './random-code';

export interface CodeSender {
  /** The form around it, with what is wrong with its contact said at the contact. */
  form: Form;
  /** What the random code is typed into. */
  asking: Form;
  random: RandomCode;
  /** While no other code can be asked for, there is no picture to be read. */
  resting: boolean;
  /** Answers the seconds until another code may be asked for, or nothing when none was sent. */
  send(): Promise<number | undefined>;
}

interface Sending {
  purpose: 'register' | 'reset' | 'phone' | 'email';
  form: Form;
  /** The field of `form` that the code is sent to, and its rule. */
  name: string;
  rule: GenericSchema<string>;
}

/**
 * Sends a verification code to what was typed into a form. The random code is looked at first; the server takes each
 * only once, so there is a new one after every answer.
 */
export function useSendCode({ purpose, form, name, rule }: Sending): CodeSender {
  const { toasts, t } = useApp();
  const random = useRandomCode();
  const wait = useRef<number | undefined>(undefined);
  const [resting, setResting] = useState<number>();
  useEffect(() => {
    if (!resting) return;
    const timer = setTimeout(() => setResting(undefined), resting * 1000);
    return () => clearTimeout(timer);
  }, [resting]);
  const renew = () => {
    asking.set('randomCode', '');
    setResting(wait.current);
    void random.renew();
  };
  const asking: Form = useForm({
    call: sendCode,
    rules: fields({ ...rules.entries, to: rule }),
    initial: { purpose, randomCode: '' },
    done(answer) {
      wait.current = answer.wait;
      toasts.show(t('auth.code.sent'));
      renew();
    },
    refused(answer: { message: string; wait?: number }) {
      wait.current = answer.wait; // one was sent not long ago
      renew();
      return false;
    },
  });
  return {
    form: {
      ...form,
      refusal: form.refusal ?? asking.refusal,
      problems: { ...form.problems, [name]: form.problems[name] ?? asking.problems.to },
      set(field, value) {
        form.set(field, value);
        if (field === name) asking.set('to', value); // what was wrong with it has been seen to
      },
    },
    asking,
    random,
    resting: !!resting,
    async send() {
      wait.current = undefined;
      asking.set('to', form.values[name] ?? '');
      asking.set('randomCodeId', random.id ?? '');
      await asking.submit();
      return wait.current;
    },
  };
}
