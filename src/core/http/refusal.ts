import { asFailure } from './failure';

/** Says what the server refused, in its words. Of anything else that became of a call the member was told by `send`. */
export const showRefusal =
  (toasts: { show(text: string): void }) =>
  (error: unknown): void => {
    const { kind, message } = asFailure(error);
    if (kind === 'refused') toasts.show(message);
  };
