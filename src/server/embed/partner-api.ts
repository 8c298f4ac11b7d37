import * as v from 'valibot';
import type { Gateway } from '../kernel/gateway';
import type { Partner } from '../settings/partners';
import type { PartnerError } from './refusals';

/** Something that a partner's server can ask for. The gateway checks the input with this declaration; the API's description is made of it. */
export interface PartnerOperation<
  Input extends v.GenericSchema = v.GenericSchema,
  Answer extends v.GenericSchema = v.GenericSchema,
> {
  /** The name of the method in the SDKs: `mintToken`. */
  id: string;
  summary: string;
  input: Input;
  answer: Answer;
  /** Its own refusals; those of the signature and the body can come with every operation. */
  refusals: readonly PartnerError[];
  /** Whether it takes effect once for each `Idempotency-Key`. */
  once?: true;
}

/** Keeps the types of the input and the answer. */
export const operation = <Input extends v.GenericSchema, Answer extends v.GenericSchema>(
  it: PartnerOperation<Input, Answer>,
): PartnerOperation<Input, Answer> => it;

/** A path below `/embed/v1`, with one operation, or with several that the field `act` tells apart. */
export interface PartnerEndpoint {
  path: string;
  operations: readonly PartnerOperation[];
  rules: v.GenericSchema;
  handle(partner: Partner, input: unknown, gateway: Gateway): Promise<object>;
}

export const endpoint = <T>(it: {
  path: string;
  operations: readonly PartnerOperation[];
  rules: v.GenericSchema<unknown, T>;
  handle(partner: Partner, input: T, gateway: Gateway): Promise<object>;
}): PartnerEndpoint => ({
  ...it,
  handle: (partner, input, gateway) => it.handle(partner, input as T, gateway),
});

/** What every partner calls a customer of its own. */
export const reference = v.pipe(
  v.string(),
  v.minLength(1),
  v.maxLength(100),
  v.regex(/^\P{Cc}+$/u),
  v.description('Your id for the customer'),
);

export const origin = v.pipe(
  v.string(),
  v.maxLength(300),
  v.description('The exact origin of the page: https://shop.example'),
);

/** The address at which the customer continues, as the partner's server may give it. */
export const returnTo = v.pipe(
  v.string(),
  v.maxLength(300),
  v.url('must be an address'),
  v.description(
    'Where the customer returns after giving consent, on one of your origins; default: <origin>/cp/connected',
  ),
);

/** How many entries of a list, and from which on. */
export const pageSize = v.optional(
  v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(100), v.description('Entries to return')),
  50,
);

export const requestId = v.pipe(v.string(), v.description('Tell us this id when you ask about the request'));
export const connectUrl = v.pipe(
  v.string(),
  v.description('Our page on which the customer gives consent; valid for 30 minutes'),
);
