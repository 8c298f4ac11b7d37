import { generateKeyPairSync } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';

interface RsaKeys {
  /** PKCS #8, as PEM. */
  privateKey: string;
  /** SPKI, as PEM. */
  publicKey: string;
}

const made = new Map<string, RsaKeys>();

/**
 * A pair of RSA keys, the same for each name: to generate one takes up to a second. The first process that asks for it writes it down for
 * the others.
 */
export function rsaKeys(name: 'ours' | 'theirs' | 'stranger'): RsaKeys {
  const pair = made.get(name) ?? readOrGenerate(`dist/test/rsa-${name}.json`);
  made.set(name, pair);
  return pair;
}

function readOrGenerate(file: string): RsaKeys {
  if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8'));
  const pair = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  });
  mkdirSync('dist/test', { recursive: true });
  const own = `${file}.${process.pid}`;
  writeFileSync(own, JSON.stringify(pair));
  renameSync(own, file); // another file's process may be making one; each keeps its own
  return pair;
}
