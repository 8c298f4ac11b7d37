import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';

type Cbor = number | string | Buffer | { [key: string]: Cbor } | Map<number, Cbor>;

/** The beginning of an item of CBOR (RFC 8949 §3): its kind and a number. */
function head(kind: number, value: number): Buffer {
  if (value < 24) return Buffer.from([(kind << 5) | value]);
  if (value < 256) return Buffer.from([(kind << 5) | 24, value]);
  return Buffer.from([(kind << 5) | 25, value >> 8, value & 255]);
}

function cbor(value: Cbor): Buffer {
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value);
  if (typeof value === 'string')
    return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value]);
  const pairs: [number | string, Cbor][] = value instanceof Map ? [...value] : Object.entries(value);
  return Buffer.concat([head(5, pairs.length), ...pairs.flatMap(([key, one]) => [cbor(key), cbor(one)])]);
}

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest();
const text = (data: Buffer) => data.toString('base64url');

/** Differences of a dishonest browser or authenticator. */
interface Tricks {
  origin?: string;
  challenge?: string;
  /** Signs without asking for a fingerprint or a PIN. */
  unverified?: true;
  /** The number of its signatures so far; without it, it counts on. */
  counter?: number;
  userHandle?: string;
  /** Signs with another key than the one that was added. */
  forged?: true;
}

/** A passkey in a software authenticator: real CBOR, an attestation of the kind `none`, and signatures of ES256. */
export class SoftAuthenticator {
  readonly id = randomBytes(32);
  counter = 0;
  private userHandle = '';
  private readonly keys: { publicKey: KeyObject; privateKey: KeyObject };

  /** The browser's origin. `counts`: whether it counts its signatures, which those that synchronize their keys do not. */
  constructor(
    readonly origin: string,
    private readonly counts = true,
  ) {
    this.keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  }

  private client(type: string, challenge: string, { origin = this.origin }: Tricks) {
    return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
  }

  /** Flags: user present, user verified, credential included. */
  private data(rpId: string, { unverified, counter }: Tricks, credential?: Buffer) {
    if (this.counts) this.counter++;
    const count = Buffer.alloc(4);
    count.writeUInt32BE(counter ?? this.counter);
    const flags = 1 | (unverified ? 0 : 4) | (credential ? 64 : 0);
    return Buffer.concat([sha256(rpId), Buffer.from([flags]), count, ...(credential ? [credential] : [])]);
  }

  /** `navigator.credentials.create`. */
  make(options: any, tricks: Tricks = {}) {
    this.userHandle = options.user.id;
    const { x = '', y = '' } = this.keys.publicKey.export({ format: 'jwk' });
    const key = cbor(
      new Map<number, Cbor>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, Buffer.from(x, 'base64url')],
        [-3, Buffer.from(y, 'base64url')],
      ]),
    );
    const size = Buffer.from([0, this.id.length]);
    const credential = Buffer.concat([Buffer.alloc(16), size, this.id, key]);
    const authData = this.data(options.rp.id, tricks, credential);
    return {
      id: text(this.id),
      rawId: text(this.id),
      type: 'public-key',
      response: {
        clientDataJSON: text(this.client('webauthn.create', tricks.challenge ?? options.challenge, tricks)),
        attestationObject: text(cbor({ fmt: 'none', attStmt: {}, authData })),
        transports: ['internal'],
      },
    };
  }

  /** `navigator.credentials.get`. */
  answer(options: any, tricks: Tricks = {}) {
    const client = this.client('webauthn.get', tricks.challenge ?? options.challenge, tricks);
    const { privateKey } = tricks.forged ? generateKeyPairSync('ec', { namedCurve: 'P-256' }) : this.keys;
    const data = this.data(options.rpId, tricks);
    return {
      id: text(this.id),
      rawId: text(this.id),
      type: 'public-key',
      response: {
        clientDataJSON: text(client),
        authenticatorData: text(data),
        signature: text(sign('sha256', Buffer.concat([data, sha256(client)]), privateKey)),
        userHandle: tricks.userHandle ?? (this.userHandle || undefined),
      },
    };
  }
}
