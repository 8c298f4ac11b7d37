import { useEffect, useRef, useState } from 'react';
import type { GenericSchema, InferInput } from 'valibot';
import type { Call, Given } from '../../contract/wire/call';
import { check } from '../../contract/wire/check';
import type { Problem, Problems } from '../../contract/wire/problem';
import { useApp } from '../app';
import { type Done, isDone } from '../http/answer';
import { asFailure } from '../http/failure';
import { newKey } from '../http/request-key';
import type { OpenRoute } from '../navigation/route';

/** Maximum duration of a tap in milliseconds. */
const afterTap = 250;

/**
 * A form is the input of a call. If the call takes effect once, the request key is among the values: it stays the same until a final
 * answer, whatever changes in between.
 */
// biome-ignore lint/suspicious/noExplicitAny: `Form` alone is any form, for what only reads and writes fields by their names
export interface Form<I = any> {
  readonly values: Partial<I>;
  readonly problems: Problems<I>;
  /** The message of the server, or of the connection, for the last submission, if it belongs to no field. */
  readonly refusal: string | undefined;
  readonly busy: boolean;
  set<K extends keyof I & string>(name: K, value: I[K] | undefined): void;
  /** Validates one field when it loses the focus. */
  touch(name: keyof I & string): void;
  /** Validates all fields and sends them. Does nothing while a submission is in flight: one tap, one submission. */
  submit(event?: { preventDefault(): void }): Promise<void>;
}

interface FormOptions<R extends GenericSchema, I, O> {
  call: Call<I, O>;
  /** The input rules of the call, from `contract/<group>.rules`; or a part that exports them, which is loaded after the form. */
  rules: (R & GenericSchema<InferInput<R>>) | OpenRoute;
  initial: Partial<I>;
  /** Runs after success. In all other cases the values stay. */
  done(answer: Done<O>, input: I): void | Promise<void>;
  /** Handles a refusal first; returns true if it did. */
  refused?(answer: { res_code: string; message: string }): boolean;
}

/** The current state for handlers that continue after waiting, between two renders. */
interface Latest<I> {
  values: Partial<I>;
  busy: boolean;
  unmounted: boolean;
  /** Called after a final answer: the next submission is a new request. */
  answered?: boolean;
  /** The rules, if they were loaded after the form. */
  late?: GenericSchema | undefined;
}

/** The state of a form: `values` as typed, `problems` by field from the shared rules and the server. */
export function useForm<R extends GenericSchema, I extends InferInput<R> & object, O>(
  options: FormOptions<R, I, O>,
): Form<I> {
  const { bring, send, t } = useApp();
  const [values, setValues] = useState<Partial<I>>(() =>
    options.call.once ? { requestKey: newKey(), ...options.initial } : options.initial,
  );
  const [problems, setProblems] = useState<Problems<I>>({});
  const [refusal, setRefusal] = useState<string>();
  const [busy, setBusy] = useState(false);
  const now = useRef<Latest<I>>({ values, busy, unmounted: false });
  now.current.values = values;
  const { rules } = options;
  /** The rules, or a promise of them if they are a part; of undefined if loading failed. */
  const rulesNow = (): GenericSchema | undefined | Promise<GenericSchema | undefined> =>
    'path' in rules
      ? (now.current.late ??
        bring(rules).then((part: unknown) => {
          now.current.late = part as GenericSchema | undefined;
          return now.current.late;
        }))
      : rules;
  useEffect(() => {
    now.current.unmounted = false;
    void rulesNow(); // before the first field loses the focus
    return () => {
      now.current.unmounted = true;
    };
  }, []);

  const problemsOf = (rules: GenericSchema, input: Partial<I>) =>
    (check(rules, input) ?? {}) as Record<string, Problem>;

  return {
    values,
    problems,
    refusal,
    busy,
    set(name, value) {
      now.current.values = { ...now.current.values, [name]: value };
      setValues(now.current.values);
      setProblems((previous) => ({ ...previous, [name]: undefined }));
    },
    touch(name) {
      // A finger on the button moves the focus out of a field first: a message that appears between down and up would move the button
      // away.
      setTimeout(async () => {
        const found = rulesNow();
        const rules = found instanceof Promise ? await found : found;
        const value = now.current.values[name];
        if (!rules || now.current.unmounted || value === undefined || value === '') return; // an empty field is no error before submission
        setProblems((previous) => ({ ...previous, [name]: problemsOf(rules, now.current.values)[name] }));
      }, afterTap);
    },
    async submit(event) {
      event?.preventDefault();
      if (now.current.busy) return;
      let rules = rulesNow();
      if (rules instanceof Promise) {
        now.current.busy = true;
        setBusy(true);
        rules = await rules;
        now.current.busy = false;
        if (now.current.unmounted) return;
        setBusy(false);
      }
      if (!rules) return setRefusal(t('common.failures.offline'));
      if (now.current.answered && options.call.once) {
        now.current.answered = false;
        now.current.values = { ...now.current.values, requestKey: newKey() };
        setValues(now.current.values);
      }
      const input = now.current.values as I;
      const found = problemsOf(rules, input) as Problems<I>;
      setProblems(found);
      setRefusal(undefined);
      if (Object.keys(found).length) return;

      now.current.busy = true;
      setBusy(true);
      try {
        const answer = await send(options.call, input as Given<I>);
        now.current.answered = true;
        if (isDone(answer)) return await options.done(answer, input);
        if (options.refused?.(answer) || now.current.unmounted) return;
        const problems = 'problems' in answer ? (answer.problems as Problems<I> | undefined) : undefined;
        if (problems && Object.keys(problems).length) setProblems(problems);
        else setRefusal(answer.message);
      } catch (error) {
        const failure = asFailure(error);
        if (failure.kind !== 'expired') setRefusal(failure.message || t('common.failures.offline'));
      } finally {
        now.current.busy = false;
        if (!now.current.unmounted) setBusy(false);
      }
    },
  };
}
