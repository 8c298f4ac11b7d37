import { createHash, timingSafeEqual } from 'node:crypto';
import type { Header } from '../../contract/wire/envelope';
import { clockWindow, largestBody } from '../../contract/wire/limits';
import { RequestRejected } from '../kernel/request-rejected';

export interface Envelope {
  header: Header;
  data: Record<string, unknown>;
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** MD5 of the secret, the raw bytes and the secret again (`signed` in the contract), lower-case hex. */
export const tokenOf = (secret: string, raw: Buffer | string): string =>
  createHash('md5').update(secret).update(raw).update(secret).digest('hex');

/** One secret, or the current one and earlier ones that are still accepted. */
type Secrets = string | readonly string[];

/** Throws unless `token` is the signature of the bytes. The comparison takes constant time. */
export function verifySignature(raw: Buffer | string, token: unknown, secrets: Secrets): void {
  const given = Buffer.from(typeof token === 'string' ? token : '');
  const fits = [secrets].flat().map((secret) => {
    const right = Buffer.from(tokenOf(secret, raw));
    return given.length === right.length && timingSafeEqual(given, right);
  });
  if (!fits.includes(true)) throw new RequestRejected('signature');
}

/**
 * Opens the envelope: checks size, Token over the bytes, JSON, shape and clock, in this order. Nothing is parsed before the signature is
 * verified. `now` in milliseconds.
 */
export function verifyEnvelope(raw: Buffer, token: unknown, secret: Secrets, now: number): Envelope {
  if (raw.length > largestBody) throw new RequestRejected('size');
  verifySignature(raw, token, secret);
  const envelope = read(raw);
  assertFresh(envelope, now);
  return envelope;
}

/** Rejects an envelope whose time differs from `now` by more than 300 s. */
export function assertFresh({ header }: Envelope, now: number): void {
  if (Math.abs(now - header.timestamp) > clockWindow) throw new RequestRejected('clock');
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i;

/** Parses an envelope without verifying its signature. */
export function read(raw: Buffer): Envelope {
  const { header, body } = object(parse(raw));
  const { uuid: id, appid, authToken, timestamp } = object(header);
  const data = object(object(body).data);
  if (typeof id !== 'string' || !uuid.test(id)) throw new RequestRejected('shape');
  if (typeof appid !== 'string' || !/^[\w.-]{1,64}$/.test(appid)) throw new RequestRejected('shape');
  if (typeof authToken !== 'string' || authToken.length > 200) throw new RequestRejected('shape');
  if (!Number.isSafeInteger(timestamp)) throw new RequestRejected('shape');
  return { header: { uuid: id.toLowerCase(), appid, authToken, timestamp: timestamp as number }, data };
}

/** Parts of a text in which a key could reach a prototype, possibly escaped. Nearly no request has one. */
const suspicious = /__proto__|constructor|\\u/;

function parse(raw: Buffer): unknown {
  try {
    const text = utf8.decode(raw);
    return suspicious.test(text) ? JSON.parse(text, rejectPollution) : JSON.parse(text);
  } catch {
    throw new RequestRejected('shape'); // any error here means that it is not a request
  }
}

/** JSON.parse reviver: throws for keys that reach an object's prototype (prototype pollution), at any depth. */
function rejectPollution(key: string, value: unknown): unknown {
  const pollutes =
    key === '__proto__' ||
    (key === 'constructor' && typeof value === 'object' && value && 'prototype' in value);
  if (pollutes) throw new TypeError(key);
  return value;
}

function object(value: unknown): Record<string, unknown> {
  if (!value || typeof value !== 'object' || Array.isArray(value)) throw new RequestRejected('shape');
  return value as Record<string, unknown>;
}
