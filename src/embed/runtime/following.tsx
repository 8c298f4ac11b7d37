import { signal } from '@preact/signals';
import { type ComponentType, useEffect } from 'react';
import type { Dialogs } from '../../core/dialogs';
import type { Toasts } from '../../core/toasts';
import type * as asking from '../../ui/feedback/dialog';
import { Skeleton } from '../../ui/feedback/skeleton';
import type { Host, Later } from '../host';
import type * as reviewing from '../review';
import type * as after from './after';

type After = typeof after;

interface Deps {
  host: Host;
  /** Loads one of the files that come later. */
  extra<T>(name: keyof Later['extras']): Promise<[T]>;
  toasts: Toasts;
  dialogs: Dialogs;
  /** Whose the token is, once that is known. */
  partner(): string | undefined;
}

/** The address of a page that somebody works on: it has a port, or a name that only machines nearby know. */
const inDevelopment = /:|(^|\.)(localhost|local|test)$/;

/** `after.tsx`, which comes after the first content, and its components for before and after that. */
export function createFollowing({ host, extra, toasts, dialogs, partner }: Deps) {
  const loaded = signal<After | undefined>(undefined);
  const review = async () => {
    const [{ review }] = await extra<typeof reviewing>('review');
    for (const mistake of review(host.root.host, host.options, partner())) host.advise(mistake);
  };
  const load = async (): Promise<After> => {
    const [after] = await extra<After>('after');
    if (!loaded.peek()) {
      loaded.value = after;
      if (inDevelopment.test(location.host)) review().catch(() => {}); // members need none of it
    }
    return after;
  };
  const begin = () => void load().catch(() => dialogs.current.peek()?.answer(false));

  function Layer() {
    const { Layer } = loaded.value ?? {};
    const needed = !!(toasts.current.value || dialogs.current.value);
    useEffect(() => {
      if (needed) begin();
    }, [needed]);
    return Layer ? <Layer dialogs={() => extra<typeof asking>('dialogs')} /> : null;
  }
  const Instead: ComponentType<after.InsteadProps> = (props) => {
    const { Instead } = loaded.value ?? {};
    useEffect(() => void load().catch(host.fail), []);
    return Instead ? <Instead {...props} /> : <Skeleton />;
  };
  return {
    load,
    /** Loads it, since there is time for it now. */
    begin,
    /** MD5 of a text. Only once `load` has resolved. */
    md5: (text: string) => (loaded.peek() as After).md5(text),
    Layer,
    Instead,
  };
}
