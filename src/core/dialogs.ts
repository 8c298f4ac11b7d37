import { type ReadonlySignal, signal } from '@preact/signals';

export interface Question {
  title?: string;
  text: string;
  /** Label of the button that agrees. */
  yes: string;
  /** Label of the button that declines; without one there is nothing to decline. */
  no?: string;
  /** What is asked about cannot be undone. */
  danger?: boolean;
}

/** A question over the screen that the member has to answer: one at a time. */
export interface Dialogs {
  readonly current: ReadonlySignal<(Question & { answer(yes: boolean): void }) | undefined>;
  /** Resolves with the member's choice. A dialog that is already open is declined first. */
  ask(question: Question): Promise<boolean>;
}

export function createDialogs(): Dialogs {
  const current = signal<ReturnType<Dialogs['current']['peek']>>(undefined);
  return {
    current,
    ask(question) {
      current.peek()?.answer(false);
      return new Promise((resolve) => {
        current.value = {
          ...question,
          answer(yes) {
            current.value = undefined;
            resolve(yes);
          },
        };
      });
    },
  };
}
