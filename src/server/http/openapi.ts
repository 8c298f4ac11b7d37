import { gzipSync } from 'node:zlib';
import type * as jsonSchema from '@valibot/to-json-schema';
import type { FastifyInstance } from 'fastify';
import { accepts } from '../kernel/encodings';
import type { Gateway } from '../kernel/gateway';
import { load } from '../kernel/load';
import type { Endpoint } from './endpoint';

const text = { type: 'string' };

const envelope = {
  type: 'object',
  required: ['header', 'body'],
  properties: {
    header: {
      type: 'object',
      required: ['uuid', 'appid', 'authToken', 'timestamp'],
      properties: {
        uuid: { ...text, format: 'uuid', description: 'UUID v4, new for every attempt' },
        appid: { ...text, description: 'h5, mini or the id of a partner' },
        authToken: { ...text, description: 'The session token, or empty' },
        timestamp: { type: 'integer', description: 'Milliseconds since the epoch; within 300 s of ours' },
      },
    },
  },
};

const answer = {
  type: 'object',
  properties: {
    header: {
      type: 'object',
      properties: {
        res_code: { ...text, description: '1 done · 500, 5001, 210002 refused · 510 not signed in' },
        message: text,
      },
    },
    body: { type: 'object', description: '`problems` by field when res_code is 5001' },
  },
};

const headers = [
  ['Token', true, 'md5(secret + body + secret) over the bytes of the body, lower-case hex'],
  ['Accept-Language', false, 'en_US or zh_CN'],
  ['authorization', false, 'Bearer <token>, when signed in'],
  ['userId', false, "The id of the session's member, or empty"],
] as const;

const parameters = headers.map(([name, required, description]) => ({
  name,
  in: 'header',
  required,
  description,
  schema: text,
}));

const json = (schema: object) => ({ 'application/json': { schema } });

/** One call as OpenAPI describes it. `x-added` marks calls that the specification does not name. */
const operation = ({ call, rules }: Endpoint) => {
  const { toJsonSchema } = load('@valibot/to-json-schema') as typeof jsonSchema;
  const data = toJsonSchema(rules, { errorMode: 'ignore', typeMode: 'input' });
  const body = { type: 'object', required: ['data'], properties: { data } };
  return {
    operationId: call.path.replace('/', '.'),
    'x-added': call.added,
    'x-guard': call.guard,
    parameters,
    requestBody: {
      required: true,
      content: json({ ...envelope, properties: { ...envelope.properties, body } }),
    },
    responses: {
      200: { description: 'Understood: res_code says how it went', content: json(answer) },
      '4XX': { description: 'Turned away; body.serverTime is our clock', content: json(answer) },
    },
  };
};

const descriptionOf = (endpoints: readonly Endpoint[]) => ({
  openapi: '3.1.0',
  info: { title: 'Cloudphone gateway', version: '1.0.0' },
  servers: [{ url: '/api' }],
  paths: Object.fromEntries(
    endpoints.map((endpoint) => [`/${endpoint.call.path}`, { post: operation(endpoint) }]),
  ),
});

/** `GET /openapi.json`, made from the contract. Written and compressed when it is first requested. */
export function serveDescription(
  app: FastifyInstance,
  endpoints: readonly Endpoint[],
  { requests, now }: Gateway,
): void {
  let text: string | undefined;
  let compressed: Buffer | undefined;
  app.get('/openapi.json', async (request, reply) => {
    await requests.count(request.ip, 'anyone', now());
    reply.type('application/json; charset=utf-8').header('vary', 'accept-encoding');
    text ??= JSON.stringify(descriptionOf(endpoints));
    if (!accepts(request.headers['accept-encoding'])('gzip')) return text;
    compressed ??= gzipSync(text);
    reply.header('content-encoding', 'gzip');
    return compressed;
  });
}
