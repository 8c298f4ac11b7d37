import type { GenericSchema, InferInput } from 'valibot';
import type { EmbedScope } from '../embed/features';
import type { CallEvent, EmbedTerms, FirstReads, Secrecy } from './embed-terms';

/** How old an answer may be. */
export type Age = '1 s' | '5 s' | '30 s';

/**
 * The special properties of a call, declared once: `send`, the forms, the response cache, the storage of the phone, the gateway and the
 * embeds derive their behaviour from them. Properties that only the gateway reads (`guard`, `oldest`, `embed`) are removed from the phone's code.
 */
export interface CallOptions<O = unknown> {
  /** The permitted callers: `anyone`, also without a session, else the signed-in member. */
  readonly guard?: 'anyone';
  /**
   * The call only reads, and its answer may be so old that a replica of the database can give it. It has everything that the member has
   * written or seen before in any case. Without it, the primary answers: a call that decides about money, or waits for news.
   */
  readonly oldest?: Age;
  /**
   * Its input has a `requestKey`, which makes it take effect once, however often it is sent; `send` generates the key. `latest`: it sets
   * a value that can be set back, so only the newest input keeps its key: an earlier input is a new request.
   */
  readonly once?: true | 'latest';
  /** `last`: the phone stores the member's last answer, and shows it offline and while it is refreshed. */
  readonly offline?: 'last';
  /** The calls whose cached answers it makes stale: they are refreshed if visible, otherwise dropped. */
  readonly stale?: () => readonly Call[];
  /** The events that it fires in a partner's page after success, each with fields of the answer: ids and counts only. */
  readonly announce?: { readonly [Event in CallEvent]?: readonly Announced<keyof O & string>[] };
  /** Its permission for an embed's token; without it, only our own pages may call it. */
  readonly embed?: EmbedTerms<O>;
}

/** A field of an answer, and the name that it has in the event if that is another. */
type Announced<Field> = Field | readonly [field: Field, as: string];

/**
 * A POST endpoint: its path, its special properties, and (as types only) its input and output. The rules of its input are in
 * `<group>.rules.ts` under the same name. They are separate so that a screen that only reads never downloads the rules: `import type`
 * connects the two and adds nothing to the bundle.
 */
export interface Call<I = unknown, O = unknown>
  extends Pick<CallOptions, 'once' | 'offline' | 'stale' | 'oldest'> {
  readonly path: string;
  readonly guard: 'anyone' | 'member';
  /** Whether the specification names it; if not, a deployment with its own backend has to map it (spec §7). */
  readonly added: boolean;
  readonly announce?: { readonly [Event in CallEvent]?: readonly Announced<string>[] };
  readonly embed?: {
    readonly scopes: readonly EmbedScope[] | 'every';
    readonly confirm?: true | readonly [field: string, value: string];
    readonly first?: FirstReads;
    readonly fields?: { readonly [field: string]: Secrecy };
  };
  readonly types?: { input: I; output: O };
}

const declared = <I, O>(path: string, added: boolean, options?: CallOptions<O>) =>
  // only `CallOptions` knows the fields of the answer
  ({ guard: 'member', ...options, path, added }) as unknown as Call<I, O>;

/** A call that the specification names. */
export const call = <Rules extends GenericSchema, O extends object>(
  path: string,
  options?: CallOptions<O>,
): Call<InferInput<Rules>, O> => declared(path, false, options);

/** A call that the specification does not name but screens need. */
export const added = <Rules extends GenericSchema, O extends object>(
  path: string,
  options?: CallOptions<O>,
): Call<InferInput<Rules>, O> => declared(path, true, options);

/** An input as a screen provides it: without its `requestKey`, which `send` adds. */
export type Given<I> = I extends { requestKey: string }
  ? Omit<I, 'requestKey'> & { requestKey?: string | undefined }
  : I;
