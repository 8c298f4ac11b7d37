import type { GenericSchema, InferInput } from 'valibot';

/**
 * One POST endpoint: where it is, and (as types only) what goes in and what comes out.
 *
 * The rules of its input stand beside it in `<group>.rules.ts` under the same name. They are apart so that a screen
 * that only reads never downloads the rules: `import type` ties the two together and leaves nothing in the bundle.
 */
export interface Call<I = unknown, O = unknown> {
  readonly path: string;
  /** Whether the specification names it, or a deployment with its own backend has to map it (spec §7). */
  readonly added: boolean;
  /** Whether it can be asked without a session. */
  readonly guard: 'anyone' | 'member';
  /** Its input has a `requestKey`, under which it happens once, however often it is sent. `send` makes the key. */
  readonly once?: true;
  readonly types?: { input: I; output: O };
}

/** A call that the specification names. */
export const call = <Rules extends GenericSchema, O extends object>(
  path: string,
  guard: Call['guard'] = 'member',
): Call<InferInput<Rules>, O> => ({ path, guard, added: false });

/** A call that the specification does not name but the screens need. */
export const added = <Rules extends GenericSchema, O extends object>(
  path: string,
  guard: Call['guard'] = 'member',
): Call<InferInput<Rules>, O> => ({ path, guard, added: true });

/** A call that creates or moves something. */
export const once = <I, O>(of: Call<I, O>): Call<I, O> => ({ ...of, once: true });

/** An input as a screen gives it: without its `requestKey`, unless the screen keeps that itself. */
export type Given<I> = I extends { requestKey: string }
  ? Omit<I, 'requestKey'> & { requestKey?: string | undefined }
  : I;
