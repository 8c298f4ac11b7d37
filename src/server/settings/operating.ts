import type { Reader } from './environment';

/** Where something listens. */
export interface Listen {
  host: string;
  port: number;
}

/** How the gateway is run, and what whoever runs it sees. */
export interface OperatingSettings {
  logLevel: 'trace' | 'debug' | 'info' | 'warn' | 'error';
  /** Where `/metrics` is. Absent: nowhere. */
  metricsListen: Listen | undefined;
  /** Milliseconds between being not ready and closing the port, in which balancers notice. */
  drain: number;
}

/** `host:port`, `:port` for all addresses, `[::1]:port`. */
export function readListen({ text, mistakes }: Reader, name: string, otherwise = ''): Listen | undefined {
  const value = text(name, otherwise);
  if (!value || value === 'off') return;
  const [, bracketed, plain, port] = /^(?:\[([\da-f:]+)\]|([\w.-]*)):(\d{1,5})$/i.exec(value) ?? [];
  if (port === undefined || Number(port) > 65_535) mistakes.push(`${name} must be host:port, or off`);
  return { host: bracketed ?? (plain || '::'), port: Number(port) };
}

export function readOperating(reader: Reader, production: boolean): OperatingSettings {
  const { oneOf, whole } = reader;
  const levels = ['trace', 'debug', 'info', 'warn', 'error'] as const;
  return {
    logLevel: oneOf('LOG_LEVEL', levels, production ? 'info' : 'warn'),
    metricsListen: readListen(reader, 'METRICS_LISTEN'),
    drain: whole('DRAIN_SECONDS', 0, 0, 120) * 1000,
  };
}
