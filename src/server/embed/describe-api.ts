import type * as jsonSchema from '@valibot/to-json-schema';
import type * as v from 'valibot';
import { embedFeatures } from '../../contract/embed/features';
import { partnerEvents } from '../../contract/embed/partner-events';
import { load } from '../kernel/load';
import { token, tokens } from './mint';
import type { PartnerEndpoint, PartnerOperation } from './partner-api';
import { linkedMember, members, testMember } from './partner-members';
import { deliveredMessage, messages } from './partner-messages';
import { askedWatch, watches } from './partner-watches';
import { type PartnerError, refusals } from './refusals';
import { test } from './test-acts';

/** All signed calls of partners' servers, below `/embed/v1`. */
export const partnerEndpoints: readonly PartnerEndpoint[] = [tokens, members, messages, watches, test];

const text = { type: 'string' };
const schemaRef = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const json = (schema: object) => ({ 'application/json': { schema } });

const pascal = (id: string) => id.replace(/^./, (first) => first.toUpperCase());
/** The names of the schemas of an operation's input and answer in the description. */
const inputName = ({ id }: PartnerOperation) => `${pascal(id)}Input`;
const answerName = ({ id, answer }: PartnerOperation) =>
  answer === token ? 'Token' : answer === askedWatch ? 'Watch' : `${pascal(id)}Result`;

const operations = partnerEndpoints.flatMap((one) => one.operations);

const converter = () => load('@valibot/to-json-schema') as typeof jsonSchema;

type Definitions = Record<string, v.GenericSchema>;
const options = {
  errorMode: 'ignore',
  typeMode: 'input',
  overrideRef: ({ referenceId }: { referenceId: string }) => schemaRef(referenceId).$ref,
} as const;

/** Schemas as JSON Schema, by name. Named parts are references. */
function schemas(): Record<string, object> {
  const named: Definitions = {
    LinkedMember: linkedMember,
    TestMember: testMember,
    DeliveredMessage: deliveredMessage,
  };
  for (const one of operations) {
    named[inputName(one)] = one.input;
    named[answerName(one)] = one.answer;
  }
  return converter().toJsonSchemaDefs(named, options) as Record<string, object>;
}

/** Refusals of every signed request: of the signature, the body, the key and the rate limit. */
const common: PartnerError[] = [
  'partner_unknown',
  'signature_wrong',
  'clock_wrong',
  'nonce_reused',
  'request_invalid',
  'rate_limited',
];
const ofKeys: PartnerError[] = ['request_in_progress', 'idempotency_key_reused'];
const refusalsOf = ({ refusals, once }: PartnerOperation): PartnerError[] => [
  ...common,
  ...refusals,
  ...(once ? ofKeys : []),
];

/** A schema, or one of several: the answers of two acts may have the same fields. */
const among = (names: string[], word: 'oneOf' | 'anyOf') =>
  names.length === 1 ? schemaRef(String(names[0])) : { [word]: names.map(schemaRef) };

function pathOf({ path, operations }: PartnerEndpoint) {
  const errors = [...new Set(operations.flatMap(refusalsOf))];
  const statuses = [...new Set(errors.map((error) => refusals[error].status))].sort();
  const [first] = operations;
  const isOne = operations.length === 1;
  const data = among([...new Set(operations.map(answerName))], 'anyOf');
  return {
    post: {
      operationId: isOne ? first?.id : path,
      summary: isOne ? first?.summary : `One of: ${operations.map(({ id }) => id).join(', ')}`,
      parameters: operations.some(({ once }) => once) ? [{ $ref: '#/components/parameters/key' }] : [],
      requestBody: {
        required: true,
        content: json({
          ...among(operations.map(inputName), 'oneOf'),
          ...(!isOne && { discriminator: { propertyName: 'act' } }),
        }),
      },
      responses: {
        200: {
          description: 'Done',
          content: json({
            type: 'object',
            required: ['code', 'data'],
            properties: { code: { const: 0 }, data },
          }),
        },
        ...Object.fromEntries(
          statuses.map((status) => [
            status,
            {
              description: errors
                .filter((error) => refusals[error].status === status)
                .map((error) => `\`${error}\`: ${refusals[error].cause}`)
                .join('\n\n'),
              ...(status === 429 && { headers: { 'Retry-After': { schema: { type: 'integer' } } } }),
              content: json(schemaRef('ErrorAnswer')),
            },
          ]),
        ),
      },
      'x-operations': operations.map((one) => ({
        id: one.id,
        summary: one.summary,
        input: inputName(one),
        answer: answerName(one),
        errors: refusalsOf(one),
        once: one.once ?? false,
      })),
    },
  };
}

const errorAnswer = {
  type: 'object',
  required: ['code', 'error', 'message', 'requestId'],
  properties: {
    code: { type: 'integer', description: 'The HTTP status' },
    error: { type: 'string', enum: Object.keys(refusals), description: 'The reason, for your code' },
    message: { ...text, description: 'The reason in words, for a developer' },
    connectUrl: {
      ...text,
      description: 'With member_not_linked, feature_not_linked and member_exists: our page of consent',
    },
    requestId: text,
  },
};

const security = {
  partner: ['X-Partner-Id', 'Your public id, `p_…`'],
  timestamp: ['X-Timestamp', 'Milliseconds since the epoch; within 60 s of our clock'],
  nonce: ['X-Nonce', '16 to 128 letters, digits, `-` or `_`; a new one for every request'],
  signature: [
    'X-Signature',
    'Hex HMAC-SHA256 of `X-Timestamp + "." + X-Nonce + "." + body` with one of your secrets, over the exact bytes of the body',
  ],
} as const;

/** Endpoints that pages and browsers use; they are not signed. */
const unsigned = {
  '/partners/{id}': {
    get: {
      operationId: 'findPartner',
      summary:
        'Whether a partner exists and an origin is in its record; for developers whose embed is refused',
      security: [],
      parameters: [
        { name: 'id', in: 'path', required: true, schema: text },
        { name: 'origin', in: 'query', schema: text },
      ],
      responses: {
        200: {
          description: 'Known or not',
          content: json({
            type: 'object',
            required: ['known', 'listed'],
            properties: { known: { type: 'boolean' }, listed: { type: 'boolean' } },
          }),
        },
      },
    },
  },
  '/revoke': {
    post: {
      operationId: 'revokeToken',
      summary: 'Ends a token. The body is the token; the response does not tell whether it was valid',
      security: [],
      requestBody: { required: true, content: { 'text/plain': { schema: text } } },
      responses: { 204: { description: 'Done' } },
    },
  },
  '/openapi.json': {
    get: {
      operationId: 'openapi',
      summary: 'This document',
      security: [],
      responses: { 200: { description: 'OpenAPI 3.1', content: json({ type: 'object' }) } },
    },
  },
};

/** Messages to the partner's server, in the format of standardwebhooks. */
const webhooks = () =>
  Object.fromEntries(
    Object.entries(partnerEvents).map(([type, rules]) => {
      const { description, ...data } = converter().toJsonSchema(rules, { errorMode: 'ignore' });
      const { $schema: _, ...schema } = data;
      const body = {
        type: 'object',
        required: ['type', 'timestamp', 'data'],
        properties: {
          type: { const: type },
          timestamp: { ...text, format: 'date-time' },
          data: schema,
        },
      };
      const headers = ['webhook-id', 'webhook-timestamp', 'webhook-signature'];
      return [
        type,
        {
          post: {
            operationId: type.replace(/[._](\w)/g, (_all, letter: string) => letter.toUpperCase()),
            summary: description,
            security: [],
            parameters: headers.map((name) => ({ name, in: 'header', required: true, schema: text })),
            requestBody: { required: true, content: json(body) },
            responses: { '2XX': { description: 'Taken. Otherwise we send the message again' } },
          },
        },
      ];
    }),
  );

/** `GET /embed/v1/openapi.json`: generated from the declarations with which the gateway validates partners' requests. */
export const describePartnerApi = () => ({
  openapi: '3.1.0',
  info: {
    title: 'Cloudphone for partners',
    version: '1.0.0',
    description:
      'What your server asks of Cloudphone. Every signed request is a POST with a JSON body. Responses are `{code: 0, data}` or a refusal `{code, error, message, requestId}`.',
  },
  servers: [{ url: '/embed/v1' }],
  security: [Object.fromEntries(Object.keys(security).map((name) => [name, []]))],
  paths: { ...Object.fromEntries(partnerEndpoints.map((one) => [`/${one.path}`, pathOf(one)])), ...unsigned },
  webhooks: webhooks(),
  components: {
    securitySchemes: Object.fromEntries(
      Object.entries(security).map(([id, [name, description]]) => [
        id,
        { type: 'apiKey', in: 'header', name, description },
      ]),
    ),
    parameters: {
      key: {
        name: 'Idempotency-Key',
        in: 'header',
        description:
          'Up to 200 visible ASCII characters. A request with the same key and body gets the first response again, for 30 days; another body is refused. Reads ignore it',
        schema: { type: 'string', maxLength: 200 },
      },
    },
    schemas: { ...schemas(), ErrorAnswer: errorAnswer },
  },
  'x-errors': refusals,
  'x-features': embedFeatures,
});
