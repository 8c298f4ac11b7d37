import type { GenericSchema, InferInput } from 'valibot';
import type { EmbedScope } from '../embed/features';
import type { CallEvent, EmbedTerms, FirstReads } from './embed-terms';

/**
 * What is particular about a call, said once: `send`, the forms, the cache of answers, what is kept on the phone, the gateway and the
 * embeds derive from it what they do. What only the gateway reads (`guard`, `embed`) is left out of what a phone loads.
 */
export interface CallOptions<O = unknown> {
  /** Who may ask: `anyone` without a session, else the member who is signed in. */
  readonly guard?: 'anyone';
  /**
   * Its input has a `requestKey`, under which it happens once, however often it is sent; `send` makes the key. `latest`: it sets what can be
   * set back, so only the newest input keeps its key: one from before it is another request.
   */
  readonly once?: true | 'latest';
  /** `last`: what a member was last answered is kept on the phone, and shown without a connection and while it is asked again. */
  readonly offline?: 'last';
  /** The calls whose answers are no longer so once it was answered: they are asked again where they are shown, forgotten where not. */
  readonly stale?: () => readonly Call[];
  /** The events that it makes in a partner's page when it was done, each with the fields of the answer that it tells: ids only. */
  readonly announce?: { readonly [Event in CallEvent]?: readonly (keyof O & string)[] };
  /** What an embed's token may do with it; without this, it is for our own pages. */
  readonly embed?: EmbedTerms<O>;
}

/**
 * One POST endpoint: where it is, what is particular about it, and (as types only) what goes in and what comes out.
 *
 * The rules of its input stand beside it in `<group>.rules.ts` under the same name. They are apart so that a screen
 * that only reads never downloads the rules: `import type` ties the two together and leaves nothing in the bundle.
 */
export interface Call<I = unknown, O = unknown> extends Pick<CallOptions, 'once' | 'offline' | 'stale'> {
  readonly path: string;
  readonly guard: 'anyone' | 'member';
  /** Whether the specification names it, or a deployment with its own backend has to map it (spec §7). */
  readonly added: boolean;
  readonly announce?: { readonly [Event in CallEvent]?: readonly string[] };
  readonly embed?: {
    readonly scopes: readonly EmbedScope[] | 'every';
    readonly confirm?: true | readonly [field: string, value: string];
    readonly first?: FirstReads;
    readonly fields?: { readonly [field: string]: 'private' | 'public' };
  };
  readonly types?: { input: I; output: O };
}

const declared = <I, O>(path: string, added: boolean, options?: CallOptions<O>) =>
  // what an answer's own fields are is known to `CallOptions` alone
  ({ guard: 'member', ...options, path, added }) as unknown as Call<I, O>;

/** A call that the specification names. */
export const call = <Rules extends GenericSchema, O extends object>(
  path: string,
  options?: CallOptions<O>,
): Call<InferInput<Rules>, O> => declared(path, false, options);

/** A call that the specification does not name but the screens need. */
export const added = <Rules extends GenericSchema, O extends object>(
  path: string,
  options?: CallOptions<O>,
): Call<InferInput<Rules>, O> => declared(path, true, options);

/** An input as a screen gives it: without its `requestKey`, which `send` gives it. */
export type Given<I> = I extends { requestKey: string }
  ? Omit<I, 'requestKey'> & { requestKey?: string | undefined }
  : I;
