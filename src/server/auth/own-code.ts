import type { Tx } from '../db/database';
import type { RequestContext } from '../kernel/context';
import { codeWait, makeCode, proveCode } from './codes';
import { addressesOf, masked } from './contacts';
import { invalid } from './invalid';
import { type Member, me } from './members';
import { provePassword, reserve } from './password';
import { sendToContact } from './send-to-contact';
import { countText } from './text-budget';

const codesToMember = { max: 20, window: 86_400_000 };

/** Sends a code to the member's own contact, before they add a way in. It can go nowhere else, so no captcha is needed. */
export async function sendOwnCode(_: object, ctx: RequestContext): Promise<{ wait: number; to: string }> {
  const [to] = addressesOf(await me(ctx.db.run, ctx));
  if (!to) throw invalid('code', 'wrong');
  await reserve(ctx, `code:factor:${ctx.member}`, codesToMember);
  await countText(ctx, to);
  await ctx.db.tx(async (tx) => {
    const code = await makeCode(tx, 'factor', to, ctx);
    await sendToContact(tx, ctx, to, 'factorCodeNote', { code });
  });
  return { wait: codeWait / 1000, to: masked(to.address) };
}

/** Proves the member before they add a way in, by the sign-in password or a code. Call `consume` in the transaction that it authorizes. */
export async function provesMember(
  ctx: RequestContext,
  member: Member,
  { password, code }: { password?: string | undefined; code?: string | undefined },
): Promise<{ consume(tx: Tx): Promise<void> }> {
  if (password) {
    await provePassword(ctx, member, { account: member.username, password });
    return { consume: async () => {} };
  }
  const [to] = addressesOf(member);
  if (!code || !to) throw invalid('password', 'required');
  return proveCode(ctx, 'factor', to, code);
}
