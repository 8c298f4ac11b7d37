import * as v from 'valibot';
import type { Gateway } from '../kernel/gateway';
import type { Partner } from '../settings/partners';
import type { PartnerError } from './refusals';

/**
 * An operation of a partner's server. The gateway validates the input with this declaration; the API's description is generated from it.
 */
export interface PartnerOperation<
  Input extends v.GenericSchema = v.GenericSchema,
  Answer extends v.GenericSchema = v.GenericSchema,
> {
  /** The name of its method in the SDKs: `mintToken`. */
  id: string;
  summary: string;
  input: Input;
  answer: Answer;
  /** Its own refusals; those of the signature and the body apply to every operation. */
  refusals: readonly PartnerError[];
  /** Whether it takes effect once for each `Idempotency-Key`. */
  once?: true;
}

/** Preserves the types of the input and the answer. */
export const operation = <Input extends v.GenericSchema, Answer extends v.GenericSchema>(
  it: PartnerOperation<Input, Answer>,
): PartnerOperation<Input, Answer> => it;

/** A path below `/embed/v1`, with one operation, or with several that the field `act` selects. */
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

/** A partner's own id of a customer. */
export const reference = v.pipe(
  v.string(),
  v.minLength(1),
  v.maxLength(100),
  v.regex(/^\P{Cc}*$/u),
  v.description('Your id for the customer'),
);

export const origin = v.pipe(
  v.string(),
  v.maxLength(300),
  v.description('The exact origin of the page: https://shop.example'),
);

/** The return address of the customer, chosen by the partner's server. */
export const returnTo = v.pipe(
  v.string(),
  v.maxLength(300),
  v.url('must be an address'),
  v.description(
    'Where the customer returns after giving consent, on one of your origins; default: <origin>/cp/connected',
  ),
);

/** The number of entries per page of a list. */
export const pageSize = v.optional(
  v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(100), v.description('Entries to return')),
  50,
);

export const requestId = v.pipe(v.string(), v.description('Tell us this id when you ask about the request'));
export const connectUrl = v.pipe(
  v.string(),
  v.description('Our page on which the customer gives consent; valid for 30 minutes'),
);
