import { type SyntheticEvent, useEffect, useMemo, useState } from 'react';
import type { GenericSchema, InferInput } from 'valibot';
import { useApp } from '../../../core/app';
import { useDraft } from '../../../core/form/draft';
import { type Form, useForm } from '../../../core/form/form';
import { uuid } from '../../../core/uuid';

type Filling<R extends GenericSchema, I extends InferInput<R> & object, O> = Omit<
  Parameters<typeof useForm<R, I, O>>[0],
  'refused'
>;

/** Whether anything was written or added; what the form began with is nothing. */
const begun = ({ title, description, text, annex }: Record<string, any>) =>
  [title, description, text].some((one) => typeof one === 'string' && one.trim()) || !!annex?.length;

/**
 * A form with pictures whose values are kept on the phone until they were sent: leaving the screen or reloading the page
 * loses none, and what was sent without hearing of it goes out under the same request key. It waits for its pictures.
 */
export function useDraftedForm<R extends GenericSchema, I extends InferInput<R> & object, O>(
  name: string,
  { initial, done, ...filling }: Filling<R, I, O>,
) {
  const { toasts, t } = useApp();
  const [draft, store] = useDraft<Partial<I>>(name);
  const first = useMemo(() => ({ ...initial, requestKey: uuid(), ...draft }), []);
  const [waiting, setWaiting] = useState(false);
  const form: Form<I> = useForm<R, I, O>({
    ...filling,
    initial: first,
    done(answer, input) {
      store(undefined);
      return done(answer, input);
    },
    refused() {
      form.set('requestKey' as keyof I & string, uuid() as never); // a refusal is final: the next try is another
      return false;
    },
  });
  useEffect(() => store(begun(form.values) ? form.values : undefined), [form.values]);
  return {
    form: {
      ...form,
      async submit(event?: Pick<SyntheticEvent, 'preventDefault'>) {
        if (!waiting) return form.submit(event);
        event?.preventDefault();
        toasts.show(t('work-orders.picturesWaiting'));
      },
    },
    /** For the field of the pictures. */
    onWaiting: setWaiting,
    begun: !!draft,
    forget: () => store(undefined),
  };
}
