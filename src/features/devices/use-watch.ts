import { type RefObject, useEffect, useRef, useState } from 'react';
import { currentWatch, type Watch } from '../../contract/buying/watches';
import { useApp } from '../../core/app';
import { isDone } from '../../core/http/answer';
import { asFailure } from '../../core/http/failure';
import { createPauses } from './pauses';

/** Milliseconds between two requests: a question lives for five minutes, and its member has to see within seconds who watches. */
const everyMs = 5_000;

/**
 * The question or the watching of a cloud phone that is not over, as long as the page is visible. A failure changes nothing and is not shown, because the
 * screen beside it shows its own. `root`: an element of the page. `look` asks at once.
 */
export function useWatch(machine: string, root: RefObject<HTMLElement | null>) {
  const { platform, send } = useApp();
  const [watch, setWatch] = useState<Watch>();
  const look = useRef(() => {});
  useEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    const { pause, wake, stop } = createPauses(platform, () => !!root.current?.ownerDocument.hidden);
    look.current = wake;
    async function run() {
      while (!signal.aborted) {
        try {
          const answer = await send(currentWatch, { machine }, { wait: 'never', quiet: true, signal });
          if (signal.aborted) return;
          if (isDone(answer)) setWatch(answer.watch);
        } catch (error) {
          if (/aborted|expired/.test(asFailure(error).kind)) return;
        }
        await pause(everyMs);
      }
    }
    void run();
    return () => {
      controller.abort();
      stop();
    };
  }, [machine]);
  return { watch, look: () => look.current() };
}
