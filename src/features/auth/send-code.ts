import { useEffect, useRef, useState } from 'react';
import type { GenericSchema } from 'valibot';
import { sendCode } from '../../contract/member/auth';
import { sendCode as rules } from '../../contract/member/auth.rules';
import { fields } from '../../contract/rules/fields';
import { useApp } from '../../core/app';
import { type Form, useForm } from '../../core/form/form';
import type { Store } from '../../core/platform';
import { type RandomCode, useRandomCode } from './random-code';

export interface CodeSender {
  /** The form around it, with what is wrong with its contact said at the contact. */
  form: Form;
  /** What the random code is typed into. */
  asking: Form;
  random: RandomCode;
  /** While no other code can be asked for, there is no picture to be read: until then, in milliseconds of the clock. */
  restsUntil: number | undefined;
  /** What the last code was sent to. */
  sentTo: string | undefined;
  /** Answers the seconds until another code may be asked for, or nothing when none was sent. */
  send(): Promise<number | undefined>;
}

interface Sent {
  /** Milliseconds of the clock: when another one may be asked for. */
  until: number;
  /** Nothing where the gateway only said that one was sent not long ago. */
  to?: string | undefined;
}

function readSent(tab: Store, key: string): Sent | undefined {
  try {
    const { until, to } = JSON.parse(tab.get(key) ?? '{}');
    return Number.isFinite(until) ? { until, ...(typeof to === 'string' && { to }) } : undefined;
  } catch {
    return undefined; // not ours: none was sent
  }
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
      tab.set(key, JSON.stringify(now)); // a reload neither forgets the code nor how long the next one takes
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
