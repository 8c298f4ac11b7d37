import { randomUUID } from 'node:crypto';
import type { Role } from '../../../src/contract/desk/area';
import { sha256 } from '../../../src/server/kernel/sha256';
import { newToken } from '../../../src/server/operator/people';
import { operate } from '../../../tools/desk/operate.mjs';
import type { TestGateway } from './open';

/** The token of somebody behind the desk who has just signed in. */
export async function deskSession(
  { db, clock }: TestGateway,
  role: Exclude<Role, 'automation'> = 'admin',
  name = `p${randomUUID().slice(0, 8)}`,
): Promise<{ name: string; token: string }> {
  const [id, token, at] = [randomUUID(), newToken(), Date.now() + clock.ahead];
  await db.run
    .insertInto('operator')
    .values({ id, name, role, created_at: new Date(at), password: 'scrypt$none' })
    .execute();
  await db.run
    .insertInto('operator_session')
    .values({
      hash: sha256(token),
      operator: id,
      created_at: new Date(at),
      seen_at: new Date(at),
      expires_at: new Date(at + 12 * 3_600_000),
    })
    .execute();
  return { name, token };
}

/** The operator's command line in this process: its exit code, and what it prints, or what it complains about. */
export async function operatorAs(
  { desk }: Pick<TestGateway, 'desk'>,
  token: string | undefined,
  env: Record<string, string>,
  args: string[],
  more: { prompt?: (question: string) => Promise<string> } = {},
) {
  let said = '';
  let refused = '';
  const code = await operate(args, {
    env: { OPERATOR_URL: desk, XDG_CONFIG_HOME: '/nowhere', ...(token && { OPERATOR_TOKEN: token }), ...env },
    out: (text: string) => (said += text),
    err: (text: string) => (refused += text),
    ...more,
  });
  return { code, text: code ? refused : said };
}

/** As an admin in production, and otherwise with the token of development. */
export async function operator(gateway: TestGateway, ...args: string[]) {
  const { settings } = gateway;
  const token = settings.production ? (await deskSession(gateway)).token : settings.operatorToken;
  return operatorAs(gateway, token, {}, args);
}
