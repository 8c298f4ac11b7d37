import { randomUUID } from 'node:crypto';
import { cp, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { startGateway } from './gateway.mjs';

/**
 * The initial data of gateways: a folder of files, and the address of a PostgreSQL database without connections. Without an address, the
 * folder contains the embedded database.
 * @typedef {{ folder: string, database?: string | undefined }} Seeded
 */

/** @type {(server: string, statement: string) => Promise<void>} */
async function asAdmin(server, statement) {
  const client = new pg.Client({ connectionString: server });
  await client.connect();
  await client.query(statement).finally(() => client.end());
}

/** @type {(url: string) => string} */
const nameOf = (url) => new URL(url).pathname.slice(1);

/**
 * A new database beside the one in `server`, empty or a copy of `template`; returns its address.
 * @type {(server: string, template?: string) => Promise<string>}
 */
export async function createDatabase(server, template) {
  const name = `journeys_${randomUUID().replace(/-/g, '')}`;
  await asAdmin(server, `create database ${name}${template ? ` template ${nameOf(template)}` : ''}`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  return url.href;
}

/**
 * Drops a database beside the one in `server`, even if it has connections.
 * @type {(server: string, url: string) => Promise<void>}
 */
export const dropDatabase = (server, url) => asAdmin(server, `drop database ${nameOf(url)} with (force)`);

/**
 * Starts a gateway on a copy of `seeded`, which avoids creating the demo data again; `stop` deletes the copy.
 * @param {Seeded} seeded
 * @param {{ program?: string, [variable: string]: string | number | undefined }} options
 */
export async function startSeededGateway({ folder, database }, options) {
  const data = await mkdtemp(join(tmpdir(), 'cloudphone-'));
  await cp(folder, data, { recursive: true });
  if (!database) return startGateway({ ...options, data });
  const server = new URL(database);
  server.pathname = '/postgres';
  const own = await createDatabase(server.href, database);
  const gateway = await startGateway({ ...options, data, DATABASE_URL: own });
  return {
    ...gateway,
    async stop() {
      const code = await gateway.stop();
      await dropDatabase(server.href, own);
      return code;
    },
  };
}
