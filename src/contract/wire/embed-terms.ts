import type { EmbedFeature, EmbedScope } from '../embed/features';
import type { RichNode } from '../rules/rich';

/** Events of a partner's page (`cp-…`) that a call makes. */
export type CallEvent =
  | 'withdraw-submitted'
  | 'balance-changed'
  | 'work-order-created'
  | 'order-placed'
  | 'post-created'
  | 'message-sent';

/** The names of all fields of an answer, at any depth; a rich text has none. */
type FieldOf<T> = T extends RichNode
  ? never
  : T extends readonly (infer Item)[]
    ? FieldOf<Item>
    : T extends object
      ? { [Name in keyof T & string]-?: Name | FieldOf<T[Name]> }[keyof T & string]
      : never;

/** What the name of a field ends in that may name a person, or be a way to reach one. */
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
/** The fields of an answer that may name a person, or be a way to reach one. */
type PersonalFieldOf<O> = Extract<
  FieldOf<O>,
  `${string}${Telling | Capitalize<Telling>}` | `invite${string}` | `id${'Number' | 'No'}`
>;

/** Whether a partner's token sees a field of the answer, at any depth. */
type Secrecy = 'private' | 'public';

/** The input of a call by the features whose first screen makes it. */
export type FirstReads = { readonly [Feature in EmbedFeature]?: Readonly<Record<string, unknown>> };

/** What an embed's token may do with a call. */
export type EmbedTerms<O> = {
  /** A token needs one of these scopes; `every` token may ask it. */
  readonly scopes: readonly EmbedScope[] | 'every';
  /**
   * It is only prepared, and done once the member has confirmed it on our own page, with a password or a code. With a field and
   * its value: only an input that has it there.
   */
  readonly confirm?: true | readonly [field: string, value: string];
  /** The features whose first screen reads it, with the input: an embed asks for these answers while its code loads. */
  readonly first?: FirstReads;
} & Fields<O, PersonalFieldOf<O>>;

/**
 * `fields`: what of the answer a token sees. A `private` text is empty for it, anything else `private` absent. Fields whose
 * names tell of a person have to be decided either way, or the declaration does not compile; others may be.
 */
type Fields<O, Named extends string> = [Named] extends [never]
  ? { readonly fields?: { readonly [Name in FieldOf<O>]?: Secrecy } }
  : {
      readonly fields: { readonly [Name in Named]: Secrecy } & { readonly [Name in FieldOf<O>]?: Secrecy };
    };
