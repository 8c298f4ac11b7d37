import { range } from './configuration.mjs';

/** Milliseconds to wait for a part's report of its role. */
const patience = 1500;

/** @type {(url: string) => Promise<any>} */
const ask = (url) => fetch(url, { signal: AbortSignal.timeout(patience) }).then((answer) => answer.json());

/**
 * Asks the nodes and etcd for their roles.
 * @param {ReturnType<typeof import('./configuration.mjs').portsFrom>} ports
 * @param {{ nodes: number, etcd: number, nodesOf: (group: number) => number[] }} size
 */
export function createRoles(ports, { etcd, nodesOf }) {
  /** The roles of the nodes of a group, and whether all of them run. */
  async function roles(group = 0) {
    const seen = await Promise.all(
      nodesOf(group).map((n) =>
        ask(`http://127.0.0.1:${ports.rest + n}/patroni`).then(
          ({ role, state, sync_standby }) => ({
            n,
            role,
            running: state === 'running',
            sync: !!sync_standby,
          }),
          () => ({ n, role: 'gone', running: false, sync: false }),
        ),
      ),
    );
    return {
      primary: seen.find(({ role, running }) => /master|primary/.test(role) && running)?.n,
      sync: seen.find(({ sync }) => sync)?.n,
      standby: seen.find(({ role, running, sync }) => role === 'replica' && running && !sync)?.n,
      all: seen.every(({ running }) => running),
    };
  }
  async function etcdLeader() {
    for (const n of range(etcd)) {
      const url = `http://127.0.0.1:${ports.etcd + n}/v3/maintenance/status`;
      const asked = fetch(url, { method: 'POST', body: '{}', signal: AbortSignal.timeout(patience) });
      const status = await asked.then((answer) => answer.json()).catch(() => undefined);
      if (status && status.leader !== '0' && status.leader === status.header?.member_id) return n;
    }
    return;
  }
  return { roles, etcdLeader };
}
