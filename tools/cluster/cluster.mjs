import { execFileSync } from 'node:child_process';
import { chownSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as rest } from 'node:timers/promises';
import {
  haproxy,
  passwords,
  patroni,
  pgbouncer,
  portsFrom,
  portsOf,
  range,
  sorry,
} from './configuration.mjs';
import { assertFree, bornAt, childrenOf, createProcesses, until } from './processes.mjs';

/**
 * What is asked of the cluster's parts: `primary`, `sync` and `standby` are nodes by what they are at the moment.
 * @typedef {'primary' | 'sync' | 'standby' | 'etcd' | 'haproxy' | 'pgbouncer' | `gateway${number}` | `node${number}`} Part
 */
/** @typedef {Awaited<ReturnType<typeof createCluster>>} Cluster */

const debian = '/usr/lib/postgresql';
/** Milliseconds in which a part of the cluster says what it is. */
const patience = 1500;

/** @type {(url: string) => Promise<any>} */
const ask = (url) => fetch(url, { signal: AbortSignal.timeout(patience) }).then((answer) => answer.json());

/**
 * The product on one machine: etcd, PostgreSQL under Patroni with one synchronous standby, HAProxy, PgBouncer and gateways, as
 * children of this process in one folder, and ports from one on. Needs Debian's patroni, etcd-server, haproxy, pgbouncer and postgresql.
 * @param {string} folder must be empty, and readable by the user `postgres` if we are root
 * @param {{ nodes?: number, etcd?: number, gateways?: number, port?: number, program?: string, env?: Record<string, string> }} [size]
 *   `env`: of the gateways, which run `program`
 */
export function createCluster(
  folder,
  { nodes = 3, etcd = 3, gateways = 3, port = 27_000, program = 'dist/server/main.mjs', env = {} } = {},
) {
  let running = program;
  const ports = portsFrom(port);
  const version = readdirSync(debian).sort((a, b) => Number(b) - Number(a))[0] ?? '';
  const programs = join(debian, version, 'bin');
  const idOf = (/** @type {string} */ flag) =>
    Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }));
  const as = process.getuid?.() === 0 ? { uid: idOf('-u'), gid: idOf('-g') } : {};
  /** @param {string[]} name */
  const own = (...name) => {
    const at = join(folder, ...name);
    mkdirSync(at, { recursive: true, mode: 0o700 });
    if (as.uid !== undefined) chownSync(at, as.uid, as.gid);
    return at;
  };
  own();
  const processes = createProcesses(folder, as, programs);
  /** @type {(user: keyof typeof passwords, port: number, database?: string) => string} */
  const addressOf = (user, port, database = 'cloudphone') =>
    `postgres://${user}:${passwords[user]}@127.0.0.1:${port}/${database}`;

  /** @param {number} n */
  function startEtcd(n) {
    const peer = (/** @type {number} */ one) => `http://127.0.0.1:${ports.peer + one}`;
    const client = `http://127.0.0.1:${ports.etcd + n}`;
    processes.start(`etcd${n}`, 'etcd', [
      '--name',
      `etcd${n}`,
      '--data-dir',
      join(own(`etcd${n}`), 'data'),
      '--listen-client-urls',
      client,
      '--advertise-client-urls',
      client,
      '--listen-peer-urls',
      peer(n),
      '--initial-advertise-peer-urls',
      peer(n),
      '--initial-cluster',
      range(etcd)
        .map((one) => `etcd${one}=${peer(one)}`)
        .join(','),
      '--initial-cluster-state',
      'new',
      '--enable-v2=true',
      '--heartbeat-interval',
      '250',
      '--election-timeout',
      '2500', // 100 ms are too short on a busy machine
    ]);
  }
  /** @param {number} n */
  function startNode(n) {
    const home = own(`node${n}`);
    const file = processes.write(`node${n}/patroni.yml`, patroni(n, { ports, etcd, home, programs }));
    processes.start(`node${n}`, 'patroni', [file]);
  }
  function startProxy() {
    const file = processes.write('sorry.http', sorry());
    processes.start('haproxy', 'haproxy', [
      '-db',
      '-f',
      processes.write('haproxy.cfg', haproxy({ ports, nodes, gateways, sorry: file })),
    ]);
  }
  function startPooler() {
    const users = processes.write('users.txt', `"cloudphone" "${passwords.cloudphone}"\n`);
    processes.start('pgbouncer', 'pgbouncer', [processes.write('pgbouncer.ini', pgbouncer(ports, users))]);
  }
  /** @param {number} n */
  function startGateway(n) {
    processes.start(`gateway${n}`, process.execPath, [resolve(running)], {
      PORT: `${ports.gateway + n}`,
      PARTNER_PORT: `${ports.partner + n}`,
      PUBLIC_URL: web,
      DATABASE_URL: addressOf('cloudphone', ports.pooler),
      DATABASE_POOLER: 'on',
      DATA_DIR: own(`gateway${n}`),
      TRUST_PROXY: '1',
      DRAIN_SECONDS: '3',
      ...env,
    });
  }
  const web = `http://127.0.0.1:${ports.web}`;
  const gatewayUrls = range(gateways).map((n) => `http://127.0.0.1:${ports.gateway + n}`);

  /** Who is what among the nodes, and whether all of them run. */
  async function roles() {
    const seen = await Promise.all(
      range(nodes).map((n) =>
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

  /** The role of the gateways, its database, and the limits of a session, which nobody else can set behind a pooler. */
  function prepare() {
    const sql = (/** @type {string} */ text) =>
      execFileSync(
        join(programs, 'psql'),
        [addressOf('postgres', ports.primary, 'postgres'), '-XAtqc', text],
        { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] },
      ).trim();
    if (!sql("select 1 from pg_roles where rolname = 'cloudphone'"))
      sql(`create role cloudphone login password '${passwords.cloudphone}'`);
    if (!sql("select 1 from pg_database where datname = 'cloudphone'"))
      sql('create database cloudphone owner cloudphone');
    sql("alter role cloudphone set statement_timeout = '15s'");
    sql("alter role cloudphone set idle_in_transaction_session_timeout = '15s'");
    return true;
  }

  /** The database's process outlives Patroni's: its number is in the folder that we made. @param {number} n */
  function postmaster(n) {
    try {
      const pid = Number(
        readFileSync(join(folder, `node${n}`, 'data', 'postmaster.pid'), 'utf8').split('\n')[0],
      );
      return bornAt(pid) === undefined ? undefined : pid;
    } catch {
      return; // it has none yet, or none any more
    }
  }

  /** @type {(part: Part) => Promise<{ name: string, pids: number[] }>} */
  async function find(part) {
    const node = (/** @type {number | undefined} */ n) => {
      if (n === undefined) throw new Error(`there is no ${part}`);
      return {
        name: `node${n}`,
        pids: [processes.pidOf(`node${n}`), postmaster(n)].flatMap((pid) => pid ?? []),
      };
    };
    if (part === 'primary' || part === 'sync' || part === 'standby') return node((await roles())[part]);
    if (part.startsWith('node')) return node(Number(part.slice('node'.length)));
    const name = part === 'etcd' ? `etcd${await etcdLeader()}` : part;
    return { name, pids: [processes.pidOf(name) ?? []].flat() };
  }

  return {
    web,
    gatewayUrls,
    /** Past the pooler, to the primary. */
    databaseUrl: addressOf('cloudphone', ports.primary),
    /** Of each node. */
    nodeUrls: range(nodes).map((n) => addressOf('cloudphone', ports.database + n)),
    roles,
    /** Everything but the gateways. Throws where a port is taken. */
    async startDatabase() {
      await assertFree(portsOf(ports, { etcd, nodes, gateways }));
      for (const n of range(etcd)) startEtcd(n);
      await until('a leader of etcd', etcdLeader);
      for (const n of range(nodes)) startNode(n);
      startProxy();
      await until('a primary', async () => (await roles()).primary);
      await until('the database', prepare);
      await until('a synchronous standby', async () => (await roles()).sync);
      startPooler();
    },
    async startGateways() {
      for (const n of range(gateways)) startGateway(n);
      await until('every gateway', async () => {
        const answers = await Promise.all([...gatewayUrls, web].map((url) => fetch(`${url}/readyz`)));
        return answers.every(({ ok }) => ok);
      });
    },
    /** Gateways that are started from now on run this. @param {string} program */
    use(program) {
      running = program;
    },
    /** Gives the name that `up` starts it by again. @type {(part: Part, signal: NodeJS.Signals) => Promise<string>} */
    async signal(part, signal) {
      const { name, pids } = await find(part);
      // a machine that stands still answers nobody: the processes of a database stand still with it
      const with_ = signal === 'SIGSTOP' || signal === 'SIGCONT' ? pids.flatMap(childrenOf) : [];
      for (const pid of [...pids, ...with_]) process.kill(pid, signal);
      return name;
    },
    /** @param {string} name */
    up(name) {
      const [, kind = '', n = ''] = /^([a-z]+)(\d*)$/.exec(name) ?? [];
      /** @type {Record<string, () => void>} */
      const starts = {
        etcd: () => startEtcd(Number(n)),
        node: () => startNode(Number(n)),
        gateway: () => startGateway(Number(n)),
        haproxy: startProxy,
        pgbouncer: startPooler,
      };
      starts[kind]?.();
    },
    /** The names of parts that were started and run no more, though nobody has told them to end. */
    gone: processes.gone,
    /** Kills everything at once, where nothing can be waited for any more. */
    kill() {
      const databases = range(nodes).flatMap((n) => postmaster(n) ?? []);
      processes.kill(); // Patroni first, which would start its database again
      for (const one of databases.flatMap((pid) => [...childrenOf(pid), pid]))
        if (bornAt(one) !== undefined) process.kill(one, 'SIGKILL');
    },
    async stop() {
      await processes.end(
        range(gateways).map((n) => `gateway${n}`),
        25_000,
      );
      await processes.end(['pgbouncer', 'haproxy'], 3000);
      for (const pid of range(nodes).flatMap((n) => postmaster(n) ?? []))
        for (const one of [pid, ...childrenOf(pid)]) process.kill(one, 'SIGCONT');
      await processes.end(
        range(nodes).map((n) => `node${n}`),
        40_000,
      );
      for (const pid of range(nodes).flatMap((n) => postmaster(n) ?? [])) process.kill(pid, 'SIGQUIT');
      await processes.end(
        range(etcd).map((n) => `etcd${n}`),
        5000,
      );
      await rest(500);
    },
  };
}
