import { join, resolve } from 'node:path';
import { addressOf, haproxy, passwords, patroni, pgbouncer, range, sorry } from './configuration.mjs';

/**
 * Starts the parts of a cluster, each by its number if there are several.
 * @param {object} about
 * @param {ReturnType<typeof import('./configuration.mjs').portsFrom>} about.ports
 * @param {{ nodes: number, etcd: number, gateways: number, groupOf: (node: number) => number | undefined, nodesOf: (group: number) =>
 * number[] }} about.size
 * @param {ReturnType<typeof import('./processes.mjs').createProcesses>} about.processes
 * @param {string} about.programs the folder of PostgreSQL's programs
 * @param {(...name: string[]) => string} about.own makes a folder for a part
 * @param {string} about.web the address of all gateways
 * @param {() => string} about.program what gateways run
 * @param {Record<string, string>} about.env of the gateways
 */
export function createStarting({ ports, size, processes, programs, own, web, program, env }) {
  const { etcd, gateways, groupOf, nodesOf } = size;
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
    const file = processes.write(
      `node${n}/patroni.yml`,
      patroni(n, { ports, etcd, home, programs, group: groupOf(n) }),
    );
    processes.start(`node${n}`, 'patroni', [file]);
  }
  function startProxy() {
    const file = processes.write('sorry.http', sorry());
    processes.start('haproxy', 'haproxy', [
      '-db',
      '-f',
      processes.write('haproxy.cfg', haproxy({ ports, nodes: nodesOf(0).length, gateways, sorry: file })),
    ]);
  }
  function startPooler() {
    const users = processes.write('users.txt', `"cloudphone" "${passwords.cloudphone}"\n`);
    processes.start('pgbouncer', 'pgbouncer', [processes.write('pgbouncer.ini', pgbouncer(ports, users))]);
  }
  /** @param {number} n */
  function startGateway(n) {
    processes.start(`gateway${n}`, process.execPath, [resolve(program())], {
      PORT: `${ports.gateway + n}`,
      PARTNER_PORT: `${ports.partner + n}`,
      PUBLIC_URL: web,
      DATABASE_URL: addressOf('cloudphone', ports.pooler),
      DATABASE_POOLER: 'on',
      // all of them, because the roles change; none of Citus, whose standbys do not tell how old the rows of other nodes are
      ...(groupOf(1) === undefined && {
        DATABASE_REPLICAS: nodesOf(0)
          .map((one) => addressOf('cloudphone', ports.database + one))
          .join(),
      }),
      DATA_DIR: own(`gateway${n}`),
      TRUST_PROXY: '1',
      DRAIN_SECONDS: '3',
      ...env,
    });
  }
  /** Starts a part by its name, such as `etcd2`. @param {string} name */
  function up(name) {
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
  }
  return { startEtcd, startNode, startProxy, startPooler, startGateway, up };
}
