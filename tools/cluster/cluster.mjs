import { execFileSync } from 'node:child_process';
import { chownSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { addressOf, passwords, portsFrom, portsOf, range } from './configuration.mjs';
import { createEnding } from './ending.mjs';
import { assertFree, bornAt, childrenOf, createProcesses, until } from './processes.mjs';
import { createRoles } from './roles.mjs';
import { createStarting } from './starting.mjs';

/**
 * Names of the cluster's parts: `primary`, `sync` and `standby` are nodes by their current role, and `worker1` is the primary of a
 * worker of Citus.
 * @typedef {'primary' | `worker${number}` | 'sync' | 'standby' | 'etcd' | 'haproxy' | 'pgbouncer' | `gateway${number}` | `node${number}`} Part
 */
/** @typedef {Awaited<ReturnType<typeof createCluster>>} Cluster */

const debian = '/usr/lib/postgresql';

/** The user that runs the parts: `postgres` if we are root, else ourselves. */
function postgresUser() {
  const idOf = (/** @type {string} */ flag) =>
    Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }));
  return process.getuid?.() === 0 ? { uid: idOf('-u'), gid: idOf('-g') } : {};
}

/**
 * Creates the role of the gateways, its database, and the limits of a session, which nothing else can set behind a pooler.
 * @param {string} programs
 * @param {string} address of the primary
 * @param {boolean} citus whether Patroni has made the database, with the extension
 */
function prepare(programs, address, citus) {
  const sql = (/** @type {string} */ text, database = address) =>
    execFileSync(join(programs, 'psql'), [database, '-XAtqc', text], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
    }).trim();
  if (!sql("select 1 from pg_roles where rolname = 'cloudphone'"))
    sql(`create role cloudphone login password '${passwords.cloudphone}'`);
  if (citus) {
    const spread = new URL('/cloudphone', address).href;
    if (!sql("select 1 from pg_extension where extname = 'citus'", spread)) return false;
    sql('alter database cloudphone owner to cloudphone');
    const login = `(0, 'cloudphone', 'password=${passwords.cloudphone}')`;
    sql(`insert into pg_dist_authinfo values ${login} on conflict do nothing`, spread);
  } else if (!sql("select 1 from pg_database where datname = 'cloudphone'"))
    sql('create database cloudphone owner cloudphone');
  sql("alter role cloudphone set statement_timeout = '15s'");
  sql("alter role cloudphone set idle_in_transaction_session_timeout = '15s'");
  return true;
}

/**
 * The process id of a node's database, which outlives Patroni's. It is in the folder of the node.
 * @param {string} folder
 * @param {number} n
 */
function postmasterIn(folder, n) {
  try {
    const pid = Number(
      readFileSync(join(folder, `node${n}`, 'data', 'postmaster.pid'), 'utf8').split('\n')[0],
    );
    return bornAt(pid) === undefined ? undefined : pid;
  } catch {
    return; // it has none yet, or none any more
  }
}

/** Whether all of these addresses are ready. @param {string[]} urls */
async function areReady(urls) {
  const answers = await Promise.all(urls.map((url) => fetch(`${url}/readyz`)));
  return answers.every(({ ok }) => ok);
}

/**
 * How nodes belong to groups: that of the coordinator is 0, and each worker has the next ones.
 * @param {number} each nodes of a group
 * @param {number} workers
 */
const groupsOf = (each, workers) => ({
  groupOf: (/** @type {number} */ n) => (workers ? Math.floor((n - 1) / each) : undefined),
  nodesOf: (/** @type {number} */ group) => range(each).map((n) => group * each + n),
});

/**
 * Creates folders that belong to the user of the processes.
 * @param {string} folder
 * @param {{ uid?: number, gid?: number }} as
 * @returns {(...name: string[]) => string}
 */
const ownIn =
  (folder, as) =>
  (...name) => {
    const at = join(folder, ...name);
    mkdirSync(at, { recursive: true, mode: 0o700 });
    if (as.uid !== undefined) chownSync(at, as.uid, /** @type {number} */ (as.gid));
    return at;
  };

/**
 * Finds the processes of a part.
 * @param {object} about
 * @param {ReturnType<typeof createProcesses>} about.processes
 * @param {(n: number) => number | undefined} about.postmaster
 * @param {ReturnType<typeof createRoles>['roles']} about.roles
 * @param {ReturnType<typeof createRoles>['etcdLeader']} about.etcdLeader
 * @returns {(part: Part) => Promise<{ name: string, pids: number[] }>}
 */
function createFinding({ processes, postmaster, roles, etcdLeader }) {
  return async (part) => {
    const node = (/** @type {number | undefined} */ n) => {
      if (n === undefined) throw new Error(`there is no ${part}`);
      return {
        name: `node${n}`,
        pids: [processes.pidOf(`node${n}`), postmaster(n)].flatMap((pid) => pid ?? []),
      };
    };
    if (part.startsWith('worker')) return node((await roles(Number(part.slice('worker'.length)))).primary);
    if (part === 'primary' || part === 'sync' || part === 'standby') return node((await roles())[part]);
    if (part.startsWith('node')) return node(Number(part.slice('node'.length)));
    const name = part === 'etcd' ? `etcd${await etcdLeader()}` : part;
    return { name, pids: [processes.pidOf(name) ?? []].flat() };
  };
}

/**
 * Starts a worker of Citus with its standby; Patroni adds it to the coordinator.
 * @param {object} about
 * @param {Set<number>} about.groups the groups that run; the worker's is added
 * @param {ReturnType<typeof groupsOf>} about.size
 * @param {ReturnType<typeof createStarting>['startNode']} about.startNode
 * @param {ReturnType<typeof createRoles>['roles']} about.roles
 * @param {ReturnType<typeof portsFrom>} about.ports
 * @param {string} about.programs
 */
function createWorkerStart({ groups, size, startNode, roles, ports, programs }) {
  return async (/** @type {number} */ group) => {
    groups.add(group);
    for (const n of size.nodesOf(group)) startNode(n);
    await until(`worker ${group}`, async () => (await roles(group)).primary);
    const { primary = 0 } = await roles(group);
    const address = addressOf('postgres', ports.database + primary, 'postgres');
    await until(`the database of worker ${group}`, () => prepare(programs, address, true));
    await until(`the standby of worker ${group}`, async () => (await roles(group)).sync);
  };
}

/**
 * The product on one machine: etcd, PostgreSQL under Patroni with one synchronous standby, HAProxy, PgBouncer and gateways, as children
 * of this process in one folder, with consecutive ports. Needs Debian's patroni, etcd-server, haproxy, pgbouncer and postgresql.
 * @param {string} folder must be empty, and readable by the user `postgres` if we are root
 * @param {{ nodes?: number, etcd?: number, gateways?: number, port?: number, program?: string, env?: Record<string, string>, workers?:
 * number, spare?: number, postgres?: string }} [size] `env`: of the gateways, which run `program`. With `workers`, `postgres` has the
 * programs of Citus, each worker and the coordinator has so many `nodes`, and `spare` workers are started by `startWorker`
 */
export function createCluster(
  folder,
  {
    nodes: each = 3,
    etcd = 3,
    gateways = 3,
    port = 27_000,
    program = 'dist/server/main.mjs',
    env = {},
    workers = 0,
    spare = 0,
    postgres,
  } = {},
) {
  let running = program;
  /** Numbers of workers that have been started, and 0. */
  const groups = new Set([0]);
  const nodes = each * (1 + workers + spare);
  const size = { nodes, etcd, gateways, ...groupsOf(each, workers) };
  const ports = portsFrom(port);
  const version = readdirSync(debian).sort((a, b) => Number(b) - Number(a))[0] ?? '';
  const programs = postgres ?? join(debian, version, 'bin');
  const as = postgresUser();
  const own = ownIn(folder, as);
  own();
  const processes = createProcesses(folder, as, programs);
  const web = `http://127.0.0.1:${ports.web}`;
  const gatewayUrls = range(gateways).map((n) => `http://127.0.0.1:${ports.gateway + n}`);

  const { startEtcd, startNode, startProxy, startPooler, startGateway, up } = createStarting({
    ports,
    size,
    processes,
    programs,
    own,
    web,
    program: () => running,
    env,
  });
  const { roles, etcdLeader } = createRoles(ports, size);
  const postmaster = (/** @type {number} */ n) => postmasterIn(folder, n);

  const find = createFinding({ processes, postmaster, roles, etcdLeader });

  const startWorker = createWorkerStart({ groups, size, startNode, roles, ports, programs });

  return {
    web,
    gatewayUrls,
    /** Connects to the primary without the pooler. */
    databaseUrl: addressOf('cloudphone', ports.primary),
    /** Of each node. */
    nodeUrls: range(nodes).map((n) => addressOf('cloudphone', ports.database + n)),
    roles,
    /** As the superuser, who alone may move shards. */
    superUrl: addressOf('postgres', ports.primary),
    startWorker,
    /** Whether every node runs, and every primary has a synchronous standby. */
    async isWhole() {
      const all = await Promise.all([...groups].map(roles));
      return all.every(({ sync, all }) => sync && all);
    },
    /** Starts everything except the gateways. Throws if a port is in use. */
    async startDatabase() {
      await assertFree(portsOf(ports, size));
      for (const n of range(etcd)) startEtcd(n);
      await until('a leader of etcd', etcdLeader);
      for (const n of size.nodesOf(0)) startNode(n);
      startProxy();
      await until('a primary', async () => (await roles()).primary);
      await until('the database', () =>
        prepare(programs, addressOf('postgres', ports.primary, 'postgres'), workers > 0),
      );
      await until('a synchronous standby', async () => (await roles()).sync);
      for (const n of range(workers)) await startWorker(n);
      startPooler();
    },
    async startGateways() {
      for (const n of range(gateways)) startGateway(n);
      await until('every gateway', () => areReady([...gatewayUrls, web]));
    },
    /** Gateways started from now on run this program. @param {string} program */
    use(program) {
      running = program;
    },
    /** Returns the name under which `up` starts it again. @type {(part: Part, signal: NodeJS.Signals) => Promise<string>} */
    async signal(part, signal) {
      const { name, pids } = await find(part);
      // a frozen machine answers nobody: the processes of its database are frozen too
      const with_ = signal === 'SIGSTOP' || signal === 'SIGCONT' ? pids.flatMap(childrenOf) : [];
      for (const pid of [...pids, ...with_]) process.kill(pid, signal);
      return name;
    },
    up,
    /** The names of started parts that have ended unexpectedly. */
    gone: processes.gone,
    ...createEnding({ size, processes, postmaster }),
  };
}
