import type { Call } from '../../contract/wire/call';
import type { Route } from './route';

/**
 * A screen that members open from outside, by a tab's bookmark, a mail, a notification or a shared link. The page sends its first call,
 * and downloads only the messages that it uses, while its files load.
 */
export interface Landing {
  readonly path: string;
  /** The path of the call. */
  readonly call: string;
  /** The input of the call: text, or `?name` for the address's parameter of that name. */
  readonly input: Readonly<Record<string, string>>;
}

/** `input` gives exactly what the screen sends first; otherwise the screen sends its own call again. */
export const landing = <Needed extends string, Optional extends string, I extends object>(
  { path }: Route<Needed, Optional>,
  { path: call }: Call<I, unknown>,
  input: { readonly [K in keyof I]?: string } = {},
): Landing => ({ path, call, input: input as Landing['input'] });
