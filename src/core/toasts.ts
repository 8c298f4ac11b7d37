import { type ReadonlySignal, signal } from './data/signals';

/** Milliseconds that a toast stays (spec §9). */
export const toastTime = 2000;

export interface Question {
  title?: string;
  text: string;
  /** Label of the button that agrees. */
  yes: string;
  /** Label of the button that declines; without one there is nothing to decline. */
  no?: string;
  /** The deed cannot be undone. */
  danger?: boolean;
}

/** What is said over the screen: one toast, one dialog, at a time. */
export interface Notices {
  readonly toast: ReadonlySignal<string | undefined>;
  readonly dialog: ReadonlySignal<(Question & { answer(yes: boolean): void }) | undefined>;
  say(text: string, time?: number): void;
  /** Resolves with the member's choice. A dialog that is already open is declined first. */
  ask(question: Question): Promise<boolean>;
}

export function createNotices(): Notices {
  const toast = signal<string | undefined>(undefined);
  const dialog = signal<ReturnType<Notices['dialog']['peek']>>(undefined);
  let timer: ReturnType<typeof setTimeout> | undefined;
  return {
    toast,
    dialog,
    say(text, time = toastTime) {
      clearTimeout(timer);
      toast.value = text;
      timer = setTimeout(() => {
        toast.value = undefined;
      }, time);
    },
    ask(question) {
      dialog.peek()?.answer(false);
      return new Promise((settle) => {
        dialog.value = {
          ...question,
          answer(yes) {
            dialog.value = undefined;
            settle(yes);
          },
        };
      });
    },
  };
}
