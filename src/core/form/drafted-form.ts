import { type SyntheticEvent, useLayoutEffect, useMemo, useState } from 'react';
import type { GenericSchema, InferInput } from 'valibot';
import { useApp } from '../app';
import { useDraft } from './draft';
import { type Form, useForm } from './form';

type Filling<R extends GenericSchema, I extends InferInput<R> & object, O> = Omit<
  Parameters<typeof useForm<R, I, O>>[0],
  'refused'
>;

const isNothing = (value: unknown) =>
  value === undefined ||
  (typeof value === 'string' && !value.trim()) ||
  (Array.isArray(value) && !value.length);

/** Whether anything was changed, added or removed since the form's initial state. */
const begun = (values: Record<string, unknown>, initial: Record<string, unknown>) =>
  Object.keys(values).some(
    (name) =>
      name !== 'requestKey' &&
      !(isNothing(values[name]) && isNothing(initial[name])) &&
      JSON.stringify(values[name]) !== JSON.stringify(initial[name]),
  );

/**
 * A form whose values are stored on the phone, for this member, until they are sent: leaving the screen, reloading the page or losing the
 * session loses none. A submission without a response is repeated under the same request key. It waits for its pictures. An older version
 * of a screen may have stored another shape under `name`.
 */
export function useDraftedForm<R extends GenericSchema, I extends InferInput<R> & object, O>(
  name: string,
  { initial, done, ...filling }: Filling<R, I, O>,
) {
  const { toasts, t } = useApp();
  const [draft, store] = useDraft<Partial<I>>(name);
  const first = useMemo(() => ({ ...initial, ...draft }), []);
  const [waiting, setWaiting] = useState(false);
  const form: Form<I> = useForm<R, I, O>({
    ...filling,
    initial: first,
    done(answer, input) {
      store(undefined);
      return done(answer, input);
    },
  });
  // stored before the next paint, so that it survives a reload right after a keystroke
  useLayoutEffect(() => store(begun(form.values, initial) ? form.values : undefined), [form.values]);
  return {
    form: {
      ...form,
      async submit(event?: Pick<SyntheticEvent, 'preventDefault'>) {
        if (!waiting) return form.submit(event);
        event?.preventDefault();
        toasts.show(t('form.upload.waiting'));
      },
    },
    /** Props of the picture field. */
    onWaiting: setWaiting,
    begun: !!draft,
    forget: () => store(undefined),
  };
}
