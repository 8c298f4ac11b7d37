import type { Call } from '../../contract/wire/call';
import type { Route } from './route';

/** A call that a screen sends first. */
interface FirstCall {
  /** The path of the call. */
  readonly path: string;
  /** Its input; `?name` is the address's parameter of that name. */
  readonly input: object;
}

/**
 * A screen that members open from outside, by a tab's bookmark, a mail, a notification or a shared link. One file has its code, its
 * messages and its rules of style, and the page sends its first calls while that file is on its way.
 */
export interface Landing {
  readonly path: string;
  readonly calls: readonly FirstCall[];
}

/** `input` gives exactly what the screen sends; otherwise the screen sends its own call again. */
export const sends = <I extends object>(
  { path }: Call<I, unknown>,
  input: { readonly [K in keyof I]?: I[K] | `?${string}` } = {},
): FirstCall => ({ path, input });

/** `calls`: all calls without whose answers the screen is not usable. */
export const landing = <Needed extends string, Optional extends string>(
  { path }: Route<Needed, Optional>,
  ...calls: FirstCall[]
): Landing => ({ path, calls });
