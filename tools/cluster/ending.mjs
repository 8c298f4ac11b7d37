import { setTimeout as rest } from 'node:timers/promises';
import { range } from './configuration.mjs';
import { childrenOf, send } from './processes.mjs';

/**
 * Stops a cluster. `postmaster` returns the process id of a node's database.
 * @param {object} about
 * @param {{ nodes: number, etcd: number, gateways: number }} about.size
 * @param {ReturnType<typeof import('./processes.mjs').createProcesses>} about.processes
 * @param {(n: number) => number | undefined} about.postmaster
 */
export function createEnding({ size: { nodes, etcd, gateways }, processes, postmaster }) {
  return {
    /** Kills everything at once, when nothing can be awaited any more. */
    kill() {
      const databases = range(nodes).flatMap((n) => postmaster(n) ?? []);
      processes.kill(); // Patroni first, because it would restart its database
      for (const one of databases.flatMap((pid) => [...childrenOf(pid), pid])) send(one, 'SIGKILL');
    },
    async stop() {
      await processes.end(
        range(gateways).map((n) => `gateway${n}`),
        25_000,
      );
      await processes.end(['pgbouncer', 'haproxy'], 3000);
      for (const pid of range(nodes).flatMap((n) => postmaster(n) ?? []))
        for (const one of [pid, ...childrenOf(pid)]) send(one, 'SIGCONT');
      await processes.end(
        range(nodes).map((n) => `node${n}`),
        40_000,
      );
      for (const pid of range(nodes).flatMap((n) => postmaster(n) ?? [])) send(pid, 'SIGQUIT');
      await processes.end(
        range(etcd).map((n) => `etcd${n}`),
        5000,
      );
      await rest(500);
    },
  };
}
