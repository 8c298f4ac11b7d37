import type { FirstAnswer } from '../../contract/embed/embed';

/** The answers for the first screen, requested in parallel with its code; none if it fails. Sent as text, which needs no CORS preflight. */
export const readFirst = (origin: string, body: string, signal: AbortSignal): Promise<FirstAnswer[]> =>
  fetch(`${origin}/embed/v1/first`, { method: 'POST', credentials: 'omit', signal, body })
    .then((response) => (response.ok ? response.json() : []))
    .catch(() => []);
