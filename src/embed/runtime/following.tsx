import { signal } from '@preact/signals';
import { type ComponentType, useEffect } from 'react';
import type { Dialogs } from '../../core/dialogs';
import { Failure } from '../../core/http/failure';
import type { Toasts } from '../../core/toasts';
import type * as asking from '../../ui/feedback/dialog';
import { Skeleton } from '../../ui/feedback/skeleton';
import type { Host, Later } from '../host';
import type * as reviewing from '../review';
import type * as after from './after';

type After = typeof after;

interface Deps {
  host: Host;
  /** Loads one of the later files. */
  extra<T>(name: keyof Later['extras']): Promise<[T]>;
  toasts: Toasts;
  dialogs: Dialogs;
  /** The partner of the token, once it is known. */
  partner(): string | undefined;
}

/** The address of a development page: it has a port, or a name of a local machine. */
const inDevelopment = /:|(^|\.)(localhost|local|test)$/;

/** Manages `after.tsx`, which is loaded after the first content, and its components before and after that. */
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
      if (inDevelopment.test(location.host)) review().catch(() => {}); // not needed by members
    }
    return after;
  };
  const need = () =>
    load().catch((cause) => {
      host.report('script_load_failed', { cause });
      throw new Failure('offline');
    });
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
    /** The same for a request: reports that it cannot be loaded, and throws a `Failure`. */
    need,
    /** Loads it now that there is time. */
    begin,
    /** MD5 of a text. Only after `load` has resolved. */
    md5: (text: string) => (loaded.peek() as After).md5(text),
    Layer,
    Instead,
  };
}
