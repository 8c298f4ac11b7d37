import { useRef, useState } from 'react';
import type { Call } from '../../contract/wire/call';
import { useApp } from '../app';
import { Failure } from '../http/failure';
import type { Question } from '../toasts';
import { uuid } from '../uuid';

interface Deed {
  question: Question;
  /** Does it, and answers what to say then. The request key is the same until the server has decided. */
  act(requestKey: string): Promise<string>;
  /** What of it is shown anywhere. */
  shown: readonly Call[];
}

/** A deed that is done once the member has agreed, and once for all their taps. What the server refuses is said in its words. */
export function useAgreed({ question, act, shown }: Deed) {
  const { queries, notices } = useApp();
  const [busy, setBusy] = useState(false);
  const under = useRef(false);
  const key = useRef(uuid());

  async function go() {
    if (under.current) return;
    under.current = true;
    try {
      if (!(await notices.ask(question))) return;
      setBusy(true);
      notices.say(await act(key.current));
      queries.changed(...shown);
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      if (error.kind !== 'refused') return; // said by `send`; the same key goes out again
      key.current = uuid();
      notices.say(error.message);
      queries.changed(...shown);
    } finally {
      under.current = false;
      setBusy(false);
    }
  }
  return { busy, go };
}
