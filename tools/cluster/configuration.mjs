// The configuration of the cluster's parts, with the reason for each line.

export const passwords = {
  postgres: 'super-of-the-test',
  replicator: 'replica-of-the-test',
  cloudphone: 'app-of-the-test',
};

/** @param {number} n */
export const range = (n) => Array.from({ length: n }, (_, at) => at + 1);

/**
 * Consecutive ports of all parts.
 * @param {number} port
 */
export const portsFrom = (port) => ({
  etcd: port,
  peer: port + 10,
  rest: port + 20,
  database: port + 30,
  primary: port + 41,
  web: port + 42,
  pooler: port + 50,
  gateway: port + 60,
  partner: port + 70,
});
/** @typedef {ReturnType<typeof portsFrom>} Ports */

/**
 * Each port that a part listens on.
 * @param {Ports} ports
 * @param {{ etcd: number, nodes: number, gateways: number }} size
 */
export const portsOf = (ports, { etcd, nodes, gateways }) => [
  ...range(etcd).flatMap((n) => [ports.etcd + n, ports.peer + n]),
  ...range(nodes).flatMap((n) => [ports.rest + n, ports.database + n]),
  ports.primary,
  ports.web,
  ports.pooler,
  ...range(gateways).flatMap((n) => [ports.gateway + n, ports.partner + n]),
];

/** Settings that docs/scale.md names for a cluster of Citus. `wal_level` and `max_prepared_transactions` are set by Patroni. */
const citusParameters = {
  max_worker_processes: 32, // moving shards needs some on each node
  'citus.node_conninfo': 'sslmode=disable', // the nodes are on this machine
  'citus.max_cached_conns_per_worker': 1,
  'citus.enable_statistics_collection': 'off',
};

/**
 * PostgreSQL under Patroni: one synchronous standby, and a failover 6 s after the primary was last heard of. JSON, which is YAML too.
 * @param {number} n
 * @param {{ ports: Ports, etcd: number, home: string, programs: string, group?: number | undefined }} where `group`: of a cluster of Citus, with
 * the coordinator as 0; Patroni registers its primary with the coordinator
 */
export function patroni(n, { ports, etcd, home, programs, group }) {
  /** @param {'postgres' | 'replicator'} username */
  const account = (username) => ({ username, password: passwords[username] });
  const address = `127.0.0.1:${ports.database + n}`;
  const rest = `127.0.0.1:${ports.rest + n}`;
  return JSON.stringify({
    scope: 'cloudphone',
    ...(group !== undefined && { citus: { group, database: 'cloudphone' } }),
    name: `node${n}`,
    restapi: { listen: rest, connect_address: rest },
    // Not `etcd3` before Patroni 3.0.3: a primary that was frozen for longer than its lease takes the leader key back from its successor,
    // and the data that the new one acknowledged is lost.
    etcd: { hosts: range(etcd).map((one) => `127.0.0.1:${ports.etcd + one}`) },
    bootstrap: {
      dcs: {
        // ttl is at least loop_wait and twice retry_timeout; a failover takes about ttl. Patroni 3.1 and newer use 20 at least.
        ttl: 6,
        loop_wait: 1,
        retry_timeout: 2,
        maximum_lag_on_failover: 1_048_576,
        synchronous_mode: true,
        failsafe_mode: true, // otherwise the loss of etcd would be the loss of the database
        postgresql: {
          use_pg_rewind: true,
          use_slots: true,
          parameters: {
            max_connections: 200,
            shared_buffers: group === undefined ? '64MB' : '32MB',
            ...(group !== undefined && citusParameters),
            wal_log_hints: 'on',
            hot_standby: 'on',
            wal_keep_size: '256MB',
            tcp_keepalives_idle: 10,
            tcp_keepalives_interval: 5,
          },
        },
      },
      initdb: [{ encoding: 'UTF8' }, { locale: 'C.UTF-8' }, 'data-checksums'],
      pg_hba: [
        'host replication replicator 127.0.0.1/32 scram-sha-256',
        'host all all 127.0.0.1/32 scram-sha-256',
      ],
    },
    postgresql: {
      listen: address,
      connect_address: address,
      data_dir: `${home}/data`,
      bin_dir: programs,
      // A replica whose rewinding was interrupted, by the loss of the primary, never starts again: it is copied again.
      remove_data_directory_on_rewind_failure: true,
      remove_data_directory_on_diverged_timelines: true,
      basebackup: [{ checkpoint: 'fast' }], // otherwise a new replica waits minutes for the next checkpoint
      pgpass: `${home}/pgpass`,
      authentication: { replication: account('replicator'), superuser: account('postgres') },
      parameters: { unix_socket_directories: home, password_encryption: 'scram-sha-256' },
    },
  });
}

/** The proxy's response while no gateway is available: in the format of the wire, because phones would otherwise read HTML. */
export function sorry(status = 503) {
  const header = { res_code: '5030', message: 'Busy right now, please try again' };
  const body = JSON.stringify({ header, body: {}, message: header.message });
  return [
    `HTTP/1.1 ${status} Busy`,
    'content-type: application/json',
    'cache-control: no-store',
    'retry-after: 2',
    `content-length: ${body.length}`,
    'connection: close',
    `\r\n${body}`,
  ].join('\r\n');
}

/**
 * One address for the members, and one for the primary.
 * @param {{ ports: Ports, nodes: number, gateways: number, sorry: string }} where `sorry`: the file of it
 */
export function haproxy({ ports, nodes, gateways, sorry }) {
  /** @type {(count: number, port: number, check?: number) => string} */
  const servers = (count, port, check) =>
    range(count)
      .map((n) => `  server s${n} 127.0.0.1:${port + n} check${check ? ` port ${check + n}` : ''}`)
      .join('\n');
  return `global
  maxconn 2000
defaults
  timeout connect 2s

listen primary
  bind 127.0.0.1:${ports.primary}
  mode tcp
  option httpchk GET /primary
  http-check expect status 200
  timeout client 1h
  timeout server 1h
  option clitcpka
  option srvtcpka
  timeout check 1s
  # or a frozen primary keeps the connections of the pool
  default-server inter 1s downinter 300ms fall 2 rise 1 on-marked-down shutdown-sessions
${servers(nodes, ports.database, ports.rest)}

frontend web
  bind 127.0.0.1:${ports.web}
  mode http
  timeout client 70s
  timeout http-keep-alive 60s
  # set, not added: what a client claims to be counts for nothing
  http-request set-header X-Forwarded-For %[src]
  default_backend gateways
backend gateways
  mode http
  balance leastconn
  timeout server 65s
  timeout queue 5s
  option httpchk GET /readyz
  http-check expect status 200
  option redispatch 1
  retries 3
  # a request that was sent is the member's to repeat
  retry-on conn-failure
  timeout check 3s
  default-server inter 1s downinter 300ms fall 2 rise 1
${[502, 503, 504].map((status) => `  errorfile ${status} ${sorry}`).join('\n')}
${servers(gateways, ports.gateway)}
`;
}

/**
 * @param {Ports} ports
 * @param {string} users the file of them
 */
export const pgbouncer = (ports, users) => `[databases]
cloudphone = host=127.0.0.1 port=${ports.primary} dbname=cloudphone
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${ports.pooler}
unix_socket_dir =
auth_type = scram-sha-256
auth_file = ${users}
pool_mode = transaction
default_pool_size = 30
max_client_conn = 500
; set on the role instead: a session of the pool is everybody's
ignore_startup_parameters = statement_timeout,idle_in_transaction_session_timeout
; the defaults, 15 and 120 s, make a failover longer than it is
server_login_retry = 1
server_connect_timeout = 3
query_wait_timeout = 10
server_check_delay = 1
tcp_keepidle = 10
tcp_keepintvl = 5
`;

/** @type {(user: keyof typeof passwords, port: number, database?: string) => string} */
export const addressOf = (user, port, database = 'cloudphone') =>
  `postgres://${user}:${passwords[user]}@127.0.0.1:${port}/${database}`;
