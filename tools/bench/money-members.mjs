import { createHash } from 'node:crypto';

// The members of `money.mjs`.

export const members = 10;

export const token = (/** @type {number} */ nth) => `a-session-of-the-benchmark-${nth}`;
export const proof = (/** @type {number} */ nth, /** @type {number} */ at) =>
  `a-proof-of-the-benchmark-${nth}-${at}`;
const sha256 = (/** @type {string} */ text) => createHash('sha256').update(text).digest('hex');
export const idOf = (/** @type {number} */ nth) => `bench-${nth}`;

/** A copy of the rows of a table that belong to the demo member, with some columns changed; `nth` is the number of the new member.
 * @type {(table: string, changes: string, where: string) => string} */
const copied = (table, changes, where) => `
  insert into ${table} select (jsonb_populate_record(null::${table}, to_jsonb(t) || jsonb_build_object(${changes}))).*
  from ${table} t, generate_series(0, ${members - 1}) nth where ${where}`;

/**
 * The statements that add the members: copies of the demo member, with a session, money, a payout account and proofs of the payment password,
 * because a password takes longer to check than everything else.
 * @param {string} demo its id
 * @param {number} count proofs of each
 */
function additions(demo, count) {
  const later = "now() + interval '20 days'";
  const sessions = Array.from({ length: members }, (_, nth) => `('${sha256(token(nth))}', '${idOf(nth)}')`);
  const proofs = Array.from({ length: members }, (_, nth) =>
    Array.from(
      { length: count },
      (_, at) => `('${sha256(proof(nth, at))}', '${idOf(nth)}', '${sha256(token(nth))}', ${later})`,
    ),
  ).flat();
  return [
    copied(
      'member',
      `'id', 'bench-' || nth, 'username', 'bench' || nth, 'username_key', 'bench' || nth, 'invite_code', 'BENCH' || nth,
      'phone', null, 'email', null, 'email_key', null`,
      `id = '${demo}'`,
    ),
    copied('pay_password', "'member', 'bench-' || nth", `member = '${demo}'`),
    copied(
      'payout_account',
      "'member', 'bench-' || nth, 'id', 'bench-account-' || nth",
      `id = (select min(id) from payout_account where member = '${demo}' and removed_at is null and usable_from is null)`,
    ),
    `insert into account (id, member, home, kind, asset, balance, floor)
      select 'member:bench-' || nth || ':balance', 'bench-' || nth, 'bench-' || nth, 'balance', 'CNY', 1000000000, 0
      from generate_series(0, ${members - 1}) nth`,
    `insert into session (hash, member, appid, issued_at, expires_at, seen_at)
      select hash, member, 'h5', now(), ${later}, now() from (values ${sessions}) s (hash, member)`,
    `insert into pay_proof (hash, member, session, expires_at) values ${proofs}`,
    // the old column, from which a trigger carries it: builds of the version before are measured too
    "update product set stock = 1000000 where id = 'p-starter'",
  ];
}

/** Adds the members to a database with demo data.
 * @type {(run: (text: string) => Promise<{ rows: any[] }>, count: number) => Promise<void>} */
export async function addMembers(run, count) {
  const { rows } = await run("select id from member where username_key = 'demo'");
  for (const text of additions(rows[0].id, count)) await run(text);
}
