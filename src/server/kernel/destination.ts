import { lookup as resolve } from 'node:dns';
import { type ClientRequest, type IncomingMessage, Agent as PlainAgent, request as plain } from 'node:http';
import { Agent as EncryptedAgent, request as encrypted } from 'node:https';
import { BlockList, isIP, type LookupFunction } from 'node:net';

/** Networks that are not part of the internet: this machine, local networks, the cloud's internal services. */
const inner = new BlockList();
for (const [net, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['168.63.129.16', 32], // Azure's own services
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['224.0.0.0', 3],
] as const)
  inner.addSubnet(net, bits);
for (const [net, bits] of [
  ['::', 96], // and IPv4 addresses as they were written before `::ffff:`
  ['64:ff9b::', 96],
  ['64:ff9b:1::', 48],
  ['2001::', 32], // Teredo and 6to4 lead to any IPv4 address
  ['2002::', 16],
  ['fc00::', 7],
  ['fe80::', 10],
  ['fec0::', 10],
  ['ff00::', 8],
] as const)
  inner.addSubnet(net, bits, 'ipv6');

/** Whether an address is not on the internet. An IPv4 address inside an IPv6 address is checked as an IPv4 address. */
export function isInner(address: string): boolean {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped) return isInner(mapped);
  if (/^::ffff:/i.test(address)) return true;
  return inner.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');
}

const isLoopback = (host: string) => ['localhost', '127.0.0.1', '[::1]'].includes(host);

/** The error in the URL of a webhook or a push service, if any: it must be https, or this machine during development. */
export function wrongDestination(text: string, production: boolean): string | undefined {
  if (!URL.canParse(text)) return 'is no address';
  const { protocol, hostname, username, password } = new URL(text);
  if (username || password) return 'has a password in it';
  if (!production && isLoopback(hostname) && /^https?:$/.test(protocol)) return;
  if (protocol !== 'https:') return 'must begin with https://';
  const host = hostname.replace(/^\[|\]$/g, '');
  return isIP(host) && isInner(host) ? 'is an address of an inner network' : undefined;
}

/** Resolves the name for this very connection, so that a later DNS answer cannot redirect it. */
const outward: LookupFunction = (host, options, callback) =>
  resolve(host, { ...options, all: true }, (error, addresses) => {
    const found = addresses?.find(({ address }) => isInner(address));
    if (!error && found) return callback(new Error(`${host} is ${found.address}, of an inner network`), '');
    if (options.all) return callback(error, addresses);
    const [first] = addresses ?? [];
    return callback(error, first?.address ?? '', first?.family);
  });

/**
 * Connections stay open for the next message to the same server, because a TLS handshake costs more than a message. Those to this machine, which
 * are allowed in development only, are kept apart from those whose address is checked.
 */
const kept = { keepAlive: true, timeout: 4000, maxFreeSockets: 256 };
const agents = {
  outward: {
    http: new PlainAgent({ ...kept, lookup: outward }),
    https: new EncryptedAgent({ ...kept, lookup: outward }),
  },
  anywhere: { http: new PlainAgent(kept), https: new EncryptedAgent(kept) },
};

/** Characters of a response that are stored. */
const mostKept = 500;

interface Received {
  status: number;
  /** The beginning of the response. */
  answer: string;
}

/**
 * Posts a text or bytes. Returns the HTTP status and the beginning of the response, for the partner's log; redirects are not followed. `anywhere`:
 * also allows this machine, in development and tests.
 */
export const post = (
  text: string,
  body: string | Buffer,
  headers: Record<string, string>,
  { anywhere, timeoutMs }: { anywhere: boolean; timeoutMs: number },
): Promise<Received> =>
  new Promise((resolve, fail) => {
    const url = new URL(text);
    const host = url.hostname.replace(/^\[|\]$/g, '');
    if (!anywhere && isIP(host) && isInner(host)) return fail(new Error(`${host} is of an inner network`));
    const { http, https } = anywhere ? agents.anywhere : agents.outward;
    const options = { method: 'POST', headers };
    const receive = (response: IncomingMessage) => {
      let answer = '';
      const settle = () => resolve({ status: response.statusCode ?? 0, answer: answer.slice(0, mostKept) });
      response.setEncoding('utf8').on('data', (part: string) => {
        answer += part;
        if (answer.length < mostKept) return;
        response.destroy(); // and its connection
        settle();
      });
      response.on('end', settle).on('error', settle);
    };
    const request: ClientRequest =
      url.protocol === 'https:'
        ? encrypted(url, { ...options, agent: https }, receive)
        : plain(url, { ...options, agent: http }, receive);
    const timer = setTimeout(() => request.destroy(new Error(`no answer within ${timeoutMs} ms`)), timeoutMs);
    request.on('close', () => clearTimeout(timer));
    request.on('error', (error: NodeJS.ErrnoException) => {
      // the server may have closed a connection that was kept just before
      if (request.reusedSocket && error.code === 'ECONNRESET')
        resolve(post(text, body, headers, { anywhere, timeoutMs }));
      else fail(error);
    });
    request.end(body);
  });
