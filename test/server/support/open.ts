import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import type { RequestListener, Server } from 'node:http';
import os from 'node:os';
import path from 'node:path';
import type { Call } from '../../../src/contract/wire/call';
import { type Header, serializeEnvelope } from '../../../src/contract/wire/envelope';
import { type AppOptions, buildApp, trusted } from '../../../src/server/app';
import { openSession } from '../../../src/server/auth/sessions';
import type { Db } from '../../../src/server/db/database';
import { buildDesk } from '../../../src/server/desk';
import { tokenOf } from '../../../src/server/http/wire';
import type { FileStore } from '../../../src/server/kernel/file-store';
import type { Metrics } from '../../../src/server/metrics/metrics';
import { readSettings, type Settings } from '../../../src/server/settings/settings';
import { openTestDb } from './database';
import { cheapPasswords } from './member';
import { namedRows } from './named-rows';
import { post } from './post';

export interface Sent {
  token?: string;
  userId?: string;
  /** An `Accept-Language` header. */
  locale?: string;
  /** Instead of what a well-behaved client puts in the envelope. */
  header?: Partial<Header>;
  headers?: Record<string, string>;
  secret?: string;
}

export interface Reply {
  status: number;
  /** `header.res_code`. */
  code: string;
  message: string;
  body: any;
  headers: Headers;
}

export interface TestGateway {
  url: string;
  /** Where the desk is: on a port of its own in production. */
  desk: string;
  db: Db;
  settings: Settings;
  files: FileStore;
  /** The gateway's clock: milliseconds that it is ahead of the machine's. */
  clock: { ahead: number };
  close(): Promise<void>;
  /** Signs and sends as a client does, and gives whatever comes back. */
  send(call: Pick<Call, 'path'> | string, input: object, as?: Sent): Promise<Reply>;
  /** Sends these very bytes. */
  sendRaw(path: string, body: string | Uint8Array, headers: Record<string, string>): Promise<Reply>;
  /** The token of a new session of the member. */
  signIn(member: string): Promise<{ token: string; userId: string }>;
}

/** Other requirements of payments have their own tests; everywhere else they would be in the way. */
const unasked = { PAY_PASSWORD_FROM: 'off', PAYOUT_REST_HOURS: '0' };

type Options = Partial<
  Pick<
    AppOptions,
    'staticRoot' | 'limits' | 'log' | 'passwords' | 'leaving' | 'deprecations' | 'longestDelay'
  >
> & {
  env?: Record<string, string>;
  metricsOf?(db: Db): Metrics;
  /** Of another gateway, to stand beside it. */
  database?: Db;
};

/**
 * Lets another handler answer the addresses below `prefix`, which is made when the first of them is asked for: the routes of the back
 * office take half of a start, and most tests ask for none.
 */
function serveLater(server: Server, prefix: string, make: () => Promise<RequestListener>): void {
  const [others] = server.listeners('request') as RequestListener[];
  server.removeAllListeners('request');
  server.on('request', async (request, response) => {
    const isOurs = request.url?.startsWith(`${prefix}/`) || request.url === prefix;
    (isOurs ? await make() : others!)(request, response);
  });
}

/** The real app on a port of its own, over a fresh database. */
export async function openGateway({
  env,
  metricsOf,
  database,
  ...options
}: Options = {}): Promise<TestGateway> {
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'cloudphone-'));
  const settings = readSettings({ DATA_DIR: dataDir, PORT: '0', DEMO: 'off', ...unasked, ...env });
  const db = database ?? (await openTestDb());
  const clock = { ahead: 0 };
  const now = () => Date.now() + clock.ahead;
  // what goes wrong inside is printed with a test that fails, and otherwise not
  const log = options.log ?? ((line: string) => void process.stderr.write(line));
  const { operatorListen } = settings;
  settings.operatorListen ??= { host: '127.0.0.1', port: 0 }; // the app leaves the back office to us
  const app = await buildApp({
    settings,
    db: namedRows(db),
    now,
    log,
    passwords: cheapPasswords,
    staticRoot: path.join(dataDir, 'app'),
    ...options,
    ...(metricsOf && { metrics: metricsOf(db) }),
  });
  settings.operatorListen = operatorListen;
  const url = await app.listen({ port: 0, host: '127.0.0.1' });
  const openDesk = async () => {
    const own = await buildDesk(app.gateway, {
      files: 'dist/desk',
      trustProxy: trusted(settings.trustProxy),
      log,
    });
    return { own, url: await own.listen({ port: 0, host: '127.0.0.1' }) };
  };
  let opened: ReturnType<typeof openDesk> | undefined;
  if (operatorListen) opened = openDesk();
  else if (!settings.production)
    serveLater(app.server, '/operator', async () => (await (opened ??= openDesk())).own.routing);
  const desk = operatorListen ? (await opened!).url : url;

  const sendRaw: TestGateway['sendRaw'] = async (to, body, headers) => {
    const response = await post(`${url}/api/${to}`, body, headers);
    const { header, ...rest } = JSON.parse(response.text);
    return {
      status: response.status,
      code: header?.res_code,
      message: header?.message ?? rest.message,
      body: header ? rest.body : rest,
      headers: response.headers,
    };
  };

  return {
    url,
    desk,
    db,
    settings,
    files: app.gateway.files,
    clock,
    sendRaw,
    send(call, input, { token = '', userId = '', locale = 'en_US', ...as } = {}) {
      const body = serializeEnvelope(
        { uuid: randomUUID(), appid: 'h5', authToken: token, timestamp: now(), ...as.header },
        input,
      );
      return sendRaw(typeof call === 'string' ? call : call.path, body, {
        'content-type': 'application/json',
        'accept-language': locale,
        ...(token && { authorization: `Bearer ${token}` }),
        userId,
        Token: tokenOf(as.secret ?? settings.signingSecret, body),
        ...as.headers,
      });
    },
    signIn: async (member) => ({ token: await openSession(db.run, member, 'h5', now()), userId: member }),
    async close() {
      await (await opened)?.own.close();
      await app.close();
      await (database ? Promise.resolve() : db.close()).finally(() =>
        rm(dataDir, { recursive: true, force: true }),
      );
    },
  };
}
