import { useEffect, useRef, useState } from 'react';
import type { GenericSchema } from 'valibot';
import { sendCode } from '../../contract/member/auth';
import { sendCode as rules } from '../../contract/member/auth.rules';
import { fields } from '../../contract/rules/fields';
import { useApp } from '../../core/app';
import { type Form, useForm } from '../../core/form/form';
import type { Store } from '../../core/platform';
import { parseFields } from '../../core/text/json';
import { type RandomCode, useRandomCode } from './random-code';

export interface CodeSender {
  /** The form around it, with problems of its contact shown at the contact. */
  form: Form;
  /** The form that contains the captcha's text. */
  asking: Form;
  random: RandomCode;
  /** While no other code can be requested, no captcha is shown: until then, clock time in milliseconds. */
  restsUntil: number | undefined;
  /** The recipient of the last code. */
  sentTo: string | undefined;
  /** Returns the seconds until another code may be requested, or undefined if none was sent. */
  send(): Promise<number | undefined>;
}

interface Sent {
  /** Clock time in milliseconds at which the next one may be requested. */
  until: number;
  /** Undefined if the gateway only reported that one was sent recently. */
  to?: string | undefined;
}

function readSent(tab: Store, key: string): Sent | undefined {
  const { until, to } = parseFields(tab.get(key));
  return typeof until === 'number' ? { until, ...(typeof to === 'string' && { to }) } : undefined;
}

interface Sending {
  purpose: 'register' | 'reset' | 'phone' | 'email';
  form: Form;
  /** The field of `form` with the recipient of the code, and its rule. */
  name: string;
  rule: GenericSchema<string>;
}

/**
 * Sends a verification code to the contact in a form. The captcha is checked first; the server accepts each only once, so there is a new
 * one after every response.
 */
export function useSendCode({ purpose, form, name, rule }: Sending): CodeSender {
  const { platform, toasts, t } = useApp();
  const { tab } = platform;
  const random = useRandomCode();
  const wait = useRef<number | undefined>(undefined);
  const key = `code/${purpose}`;
  const [sent, setSent] = useState(() => readSent(tab, key));
  const resting = sent && sent.until > Date.now();
  useEffect(() => {
    if (!sent || !resting) return;
    const timer = setTimeout(() => setSent({ ...sent }), sent.until - Date.now());
    return () => clearTimeout(timer);
  }, [sent]);
  const renew = (to?: string) => {
    asking.set('randomCode', '');
    if (wait.current) {
      const now = { until: Date.now() + wait.current * 1000, to };
      tab.set(key, JSON.stringify(now)); // a reload forgets neither the code nor the waiting time
      setSent(now);
    }
    void random.renew();
  };
  const asking: Form = useForm({
    call: sendCode,
    rules: fields({ ...rules.entries, to: rule }),
    initial: { purpose, randomCode: '' },
    done(answer) {
      wait.current = answer.wait;
      toasts.show(t('register.code.sent'));
      renew(asking.values.to);
    },
    refused(answer: { message: string; wait?: number }) {
      wait.current = answer.wait; // one was sent recently
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
        if (field === name) asking.set('to', value); // the problem has been corrected
      },
    },
    asking,
    random,
    restsUntil: resting ? sent.until : undefined,
    sentTo: sent?.to,
    async send() {
      wait.current = undefined;
      asking.set('to', form.values[name] ?? '');
      asking.set('randomCodeId', random.id ?? '');
      await asking.submit();
      return wait.current;
    },
  };
}
