import type { InferOutput } from 'valibot';
import { savePreferences } from '../../../contract/member/profile';
import type { savePreferences as rule } from '../../../contract/member/profile.rules';
import { useApp } from '../../../core/app';
import { useInFlight } from '../../../core/data/in-flight';
import { fetchOrThrow } from '../../../core/data/query';
import { Select } from '../../../ui/field/select';

type Preferences = InferOutput<typeof rule>;

/** A choice that the account keeps: shown at once, and the previous one again if it could not be saved. */
export function Preference<N extends keyof Preferences & string, V extends NonNullable<Preferences[N]>>({
  name,
  label,
  value,
  options,
}: {
  name: N;
  label: string;
  value: V;
  options: readonly { value: V; words: string }[];
}) {
  const { send, toasts } = useApp();
  const { pending, run } = useInFlight<V>();
  return (
    <Select
      label={label}
      value={pending ?? value}
      options={options}
      onChange={(chosen) =>
        void run(
          async (start) => {
            start(chosen);
            await fetchOrThrow(send, savePreferences, { [name]: chosen }, 'refresh');
          },
          (failure) => {
            if (failure.kind === 'refused') toasts.show(failure.message);
          },
        )
      }
    />
  );
}
