import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { lowerAscii } from '../kernel/ascii';
import type { Gateway } from '../kernel/gateway';
import type { SourceNamed } from './source';

/** Columns that the trail must not contain, or that would make it too large. */
const secrets = new Set(['password', 'totp', 'totp_used', 'invite', 'payload', 'code', 'key']);
const longest = 20_000;

const withoutSecrets = (name: string, value: unknown): unknown => {
  if (secrets.has(name)) return undefined;
  if (value && typeof value === 'object' && (value as { type?: string }).type === 'Buffer') {
    const bytes = Buffer.from((value as unknown as { data: number[] }).data);
    return { bytes: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') };
  }
  return value;
};

/** JSON for the trail; `null` for undefined. */
export function written(value: unknown): string | null {
  if (value === undefined || value === null) return null;
  const about = Buffer.isBuffer(value)
    ? { bytes: value.length, sha256: createHash('sha256').update(value).digest('hex') }
    : value;
  const text = JSON.stringify(about, withoutSecrets);
  return text.length <= longest ? text : JSON.stringify({ cut: text.slice(0, longest) });
}

/** The current row of the object of an action. */
export async function snapshot(
  gateway: Gateway,
  named: SourceNamed,
  action: string,
  target: string,
): Promise<string | null> {
  const kept = named(action.split('/')[0] ?? '')?.kept;
  if (!kept || !target) return null;
  if (typeof kept === 'function') return written(await kept(gateway, target));
  const [table, ...keys] = kept;
  const is = keys.map(
    (key) => sql`${sql.ref(key)} = ${/_key$|^name$/.test(key) ? lowerAscii(target) : target}`,
  );
  const { rows } =
    await sql`select * from ${sql.table(table)} where ${sql.join(is, sql` or `)} limit 1`.execute(
      gateway.db.run,
    );
  return written(rows[0]);
}
