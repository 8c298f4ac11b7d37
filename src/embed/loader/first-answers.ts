import type { FirstAnswer } from '../../contract/embed/embed';
import type { Feature } from '../api';

/** The answers for the first screen, requested in parallel with its code; none if it fails. Sent as text, which needs no CORS preflight. */
export const readFirst = (origin: string, body: string, signal: AbortSignal): Promise<FirstAnswer[]> =>
  fetch(`${origin}/embed/v1/first`, { method: 'POST', credentials: 'omit', signal, body })
    .then((response) => (response.ok ? response.json() : []))
    .catch(() => []);

/** Milliseconds that the code waits for the answers, already loaded. */
const longest = 1000;

/**
 * Waits until the code of a feature may run. That of `wallet` and `points` would delay their balances, which the first answers have
 * (`server/embed/figures.ts`).
 */
export const waitForFigures = (feature: Feature, first: Promise<unknown>): Promise<unknown> | false =>
  /wallet|points/.test(feature) && Promise.race([first, new Promise((go) => setTimeout(go, longest))]);
