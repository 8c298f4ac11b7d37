import { type ReadonlySignal, signal } from '@preact/signals';

export interface Question {
  title?: string;
  text: string;
  /** Label of the confirming button. */
  yes: string;
  /** Label of the declining button; without one the dialog cannot be declined. */
  no?: string;
  /** The action cannot be undone. */
  danger?: boolean;
}

/** A dialog over the screen that the member has to answer: one at a time. */
export interface Dialogs {
  readonly current: ReadonlySignal<(Question & { answer(yes: boolean): void }) | undefined>;
  /** Resolves with the member's choice. Declines a dialog that is already open. */
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
