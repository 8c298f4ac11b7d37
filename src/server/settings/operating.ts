import type { Reader } from './environment';
import { type Periods, readPeriods } from './periods';

/** An address to listen on. */
interface Listen {
  host: string;
  port: number;
}

/** Settings for operators: listeners, limits and the database. */
export interface OperatingSettings {
  /** Where the app is. */
  listen: Listen;
  logLevel: 'trace' | 'debug' | 'info' | 'warn' | 'error';
  /** The listener of `/metrics`. Absent: none. */
  metricsListen: Listen | undefined;
  /** The listener of the back office. Absent: none in production, elsewhere `/operator` on the port of the app. */
  operatorListen: Listen | undefined;
  /** A `mailto:` or `https:` address for reports of vulnerabilities. Absent: the gateway names none. */
  securityContact: string | undefined;
  /** Fen from which a payout needs a second person. Absent: never. */
  secondPersonFrom: number | undefined;
  /** Maximum number of connections to a PostgreSQL, whether a pooler lends them, and the addresses of standbys that answer some reads. */
  database: { pool: number; pooler: boolean; replicas: string[] };
  /** Milliseconds between becoming not ready and closing the port, so that load balancers notice. */
  drain: number;
  /** Full months of earnings that stay in the database; older ones move to the store of files. Absent: all stay. */
  archiveAfterMonths: number | undefined;
  /** Days that each kind of data is kept. */
  periods: Periods;
}

/** Lists read the newest months most often. */
const leastMonths = 3;

/** `host:port`, `[::1]:port`, or `:port` for the addresses of `anywhere`. */
function readListen(
  { text, mistakes }: Reader,
  name: string,
  { otherwise = '', anywhere = '127.0.0.1' },
): Listen | undefined {
  const value = text(name, otherwise);
  if (!value || value === 'off') return;
  const [, bracketed, plain, port] = /^(?:\[([\da-f:]+)\]|([\w.-]*)):(\d{1,5})$/i.exec(value) ?? [];
  if (port === undefined || Number(port) > 65_535) mistakes.push(`${name} must be host:port, or off`);
  return { host: bracketed ?? (plain || anywhere), port: Number(port) };
}

/** An amount in fen, or `off`. */
export function fenOrOff({ text, mistakes }: Reader, name: string, otherwise: string): number | undefined {
  const value = text(name, otherwise);
  if (value === 'off') return;
  if (!/^\d{1,12}$/.test(value)) mistakes.push(`${name} must be an amount in fen, or off`);
  return Number(value);
}

function readMonths({ text, mistakes }: Reader): number | undefined {
  const value = text('ARCHIVE_AFTER_MONTHS', 'off');
  if (value === 'off') return;
  const months = /^\d{1,3}$/.test(value) ? Number(value) : 0;
  if (months < leastMonths)
    mistakes.push(`ARCHIVE_AFTER_MONTHS must be off, or a number from ${leastMonths} on`);
  return months;
}

function readContact({ text, mistakes }: Reader): string | undefined {
  const value = text('SECURITY_CONTACT', '');
  if (!value) return;
  if (!/^(mailto:[^\s@]+@[^\s@]+|https:\/\/\S+)$/.test(value))
    mistakes.push('SECURITY_CONTACT must be a mailto: or https: address');
  return value;
}

interface Place {
  production: boolean;
  /** The value of `PORT`. */
  port: number;
  behindProxy: boolean;
}

/** Requires an explicit choice: without the address of the database, members would register in an empty one. */
function checkDatabase({ text, oneOf, lack }: Reader, production: boolean): void {
  const embedded = oneOf('DATABASE', ['', 'embedded'], '') === 'embedded';
  if (production && !embedded && !text('DATABASE_URL', ''))
    lack(
      'DATABASE_URL or DATABASE',
      'DATABASE_URL must name the database in production, or DATABASE=embedded say that it is in DATA_DIR',
    );
}

function readReplicas({ given, list, mistakes }: Reader): string[] {
  const replicas = list('DATABASE_REPLICAS');
  if (replicas.some((one) => !/^postgres(ql)?:$/.test(URL.canParse(one) ? new URL(one).protocol : '')))
    mistakes.push('DATABASE_REPLICAS must be postgres:// addresses, with a comma between two of them');
  if (replicas.length && !given('DATABASE_URL'))
    mistakes.push('DATABASE_REPLICAS are replicas of the database that DATABASE_URL names');
  return replicas;
}

export function readOperating(reader: Reader, { production, port, behindProxy }: Place): OperatingSettings {
  const { oneOf, whole } = reader;
  checkDatabase(reader, production);
  const levels = ['trace', 'debug', 'info', 'warn', 'error'] as const;
  return {
    // a client that reached the gateway past its proxy could forge X-Forwarded-For
    listen: readListen(reader, 'LISTEN', {
      otherwise: production && behindProxy ? `127.0.0.1:${port}` : `:${port}`,
      anywhere: '::',
    }) ?? { host: '::', port },
    logLevel: oneOf('LOG_LEVEL', levels, production ? 'info' : 'warn'),
    operatorListen: readListen(reader, 'OPERATOR_LISTEN', { otherwise: production ? '127.0.0.1:8082' : '' }),
    securityContact: readContact(reader),
    secondPersonFrom: fenOrOff(reader, 'SECOND_PERSON_FROM', production ? '5000000' : 'off'),
    metricsListen: readListen(reader, 'METRICS_LISTEN', {}),
    database: {
      pool: whole('DATABASE_POOL', 16, 2, 200),
      pooler: reader.flag('DATABASE_POOLER', false),
      replicas: readReplicas(reader),
    },
    drain: whole('DRAIN_SECONDS', 0, 0, 120) * 1000,
    archiveAfterMonths: readMonths(reader),
    periods: readPeriods(reader),
  };
}
