import { asFailure } from './failure';

/** Shows a refusal in the server's words. `send` has already shown any other failure. */
export const showRefusal =
  (toasts: { show(text: string): void }) =>
  (error: unknown): void => {
    const { kind, message } = asFailure(error);
    if (kind === 'refused') toasts.show(message);
  };
