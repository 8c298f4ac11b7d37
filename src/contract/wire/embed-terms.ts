import type { EmbedFeature, EmbedScope } from '../embed/features';
import type { RichNode } from '../rules/rich';

/** Events of a partner's page (`cp-…`) that a call fires. */
export type CallEvent =
  | 'withdraw-submitted'
  | 'balance-changed'
  | 'work-order-created'
  | 'order-placed'
  | 'post-created'
  | 'message-sent'
  | 'notice-unread';

/** The names of all fields of an answer, at any depth; a rich text has none. */
type FieldOf<T> = T extends RichNode
  ? never
  : T extends readonly (infer Item)[]
    ? FieldOf<Item>
    : T extends object
      ? { [Name in keyof T & string]-?: Name | FieldOf<T[Name]> }[keyof T & string]
      : never;

/** Endings of field names that may identify a person, or a way to reach one. */
type Telling =
  | 'account'
  | 'address'
  | 'avatar'
  | 'card'
  | 'holder'
  | 'mail'
  | 'mobile'
  | 'name'
  | 'phone'
  | 'signature';
/** The fields of an answer that may identify a person, or a way to reach one. */
type PersonalFieldOf<O> = Extract<
  FieldOf<O>,
  `${string}${Telling | Capitalize<Telling>}` | `invite${string}` | `id${'Number' | 'No'}`
>;

/** Whether a partner's token can read a field of the answer, at any depth; `masked`: only how a text begins and ends. */
export type Secrecy = 'private' | 'masked' | 'public';

/** The input of a call by the features whose first screen makes it. */
export type FirstReads = { readonly [Feature in EmbedFeature]?: Readonly<Record<string, unknown>> };

/** The permission of an embed's token for a call. */
export type EmbedTerms<O> = {
  /** A token needs one of these scopes; `every`: any token may call it. */
  readonly scopes: readonly EmbedScope[] | 'every';
  /**
   * It is only prepared, and performed after the member has confirmed it on our own page, with a password or a code. With a field and its
   * value: only for input with that value.
   */
  readonly confirm?: true | readonly [field: string, value: string];
  /** The features whose first screen makes the call, with its input: an embed requests these answers while its code loads. */
  readonly first?: FirstReads;
} & Fields<O, PersonalFieldOf<O>>;

/**
 * `fields`: the parts of the answer that a token can read. A `private` text is empty, any other `private` field is absent. Fields whose
 * names suggest a person must be declared either way, or the declaration does not compile; others are optional.
 */
type Fields<O, Named extends string> = [Named] extends [never]
  ? { readonly fields?: { readonly [Name in FieldOf<O>]?: Secrecy } }
  : {
      readonly fields: { readonly [Name in Named]: Secrecy } & { readonly [Name in FieldOf<O>]?: Secrecy };
    };
