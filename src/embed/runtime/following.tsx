import { signal } from '@preact/signals';
import { type ComponentType, useEffect } from 'react';
import type { Dialogs } from '../../core/dialogs';
import type { Toasts } from '../../core/toasts';
import type * as asking from '../../ui/feedback/dialog';
import { Skeleton } from '../../ui/feedback/skeleton';
import type { Later } from '../host';
import type * as after from './after';

type After = typeof after;

interface Deps {
  /** Loads one of the files that come later. */
  extra<T>(name: keyof Later['extras']): Promise<[T]>;
  toasts: Toasts;
  dialogs: Dialogs;
  /** It was needed, and did not come. */
  fail(error: unknown): void;
}

/** `after.tsx`, which comes after the first content, and its components for before and after that. */
export function createFollowing({ extra, toasts, dialogs, fail }: Deps) {
  const loaded = signal<After | undefined>(undefined);
  const load = async (): Promise<After> => {
    loaded.value ??= (await extra<After>('after'))[0];
    return loaded.value;
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
    useEffect(() => void load().catch(fail), []);
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
