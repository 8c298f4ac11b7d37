import type { PGlite } from '@electric-sql/pglite';
import { CompiledQuery, type DatabaseConnection, type Driver, type TransactionSettings } from 'kysely';
import { preparingPglite } from './prepared-pglite';

/**
 * Kysely over PGlite. The engine has one session, so connections are lent in order of request. The event loop gets a turn between two of
 * them, because PGlite answers in microtasks only and would starve timers and sockets.
 */
export class PgliteDriver implements Driver {
  readonly #lite: PGlite;
  readonly #connection: DatabaseConnection;
  #last: Promise<void> = Promise.resolve();
  #free = () => {};

  constructor(lite: PGlite) {
    this.#lite = lite;
    const query = preparingPglite(lite);
    this.#connection = {
      async executeQuery<R>({ sql, parameters }: CompiledQuery) {
        const { rows, affectedRows } = await query(sql, parameters);
        return { rows: rows as R[], numAffectedRows: BigInt(affectedRows ?? 0) };
      },
      // biome-ignore lint/correctness/useYield: Kysely asks for the method; PGlite has no cursors.
      async *streamQuery() {
        throw new Error('PGlite cannot stream');
      },
    };
  }

  async init() {
    await this.#lite.waitReady;
  }

  async acquireConnection() {
    const before = this.#last;
    let free = () => {};
    this.#last = new Promise<void>((resolve) => {
      free = () => setImmediate(resolve);
    });
    await before;
    this.#free = free;
    return this.#connection;
  }

  async releaseConnection() {
    this.#free();
  }

  async beginTransaction(connection: DatabaseConnection, { isolationLevel }: TransactionSettings) {
    await connection.executeQuery(
      CompiledQuery.raw(isolationLevel ? `begin isolation level ${isolationLevel}` : 'begin'),
    );
  }

  async commitTransaction(connection: DatabaseConnection) {
    await connection.executeQuery(CompiledQuery.raw('commit'));
  }

  async rollbackTransaction(connection: DatabaseConnection) {
    await connection.executeQuery(CompiledQuery.raw('rollback'));
  }

  async destroy() {
    await this.#last;
    await this.#lite.close();
  }
}
