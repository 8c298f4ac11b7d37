import { randomBytes } from 'node:crypto';
import type * as calls from '../../../contract/member/auth';
import type * as rules from '../../../contract/member/auth.rules';
import { agreeToTerms } from '../../agreements/agree';
import type { Executor, Tx } from '../../db/database';
import type { Handlers } from '../../kernel/call-group';
import { DomainError } from '../../kernel/domain-error';
import { invalid } from '../invalid';
import { byAccount, type Member, refuseOtherCountry, signIn } from '../members';
import { provePassword } from '../password';
import { register } from '../register';
import { needsNoSecondStep, secondStep } from '../second-step';
import { wechatOf } from './provider';
import { openIdBehind, redeem, spend } from './tickets';
import { ownAddress } from './wechat';

const memberOf = (run: Executor, openId: string): Promise<Member | undefined> =>
  run
    .selectFrom('wechat_identity')
    .innerJoin('member', 'member.id', 'wechat_identity.member')
    .selectAll('member')
    .where('open_id', '=', openId)
    .executeTakeFirst();

/** Links an openId to a member permanently; refused if it is linked to another member. */
async function bind(tx: Tx, openId: string, member: Member, now: number): Promise<void> {
  await tx
    .insertInto('wechat_identity')
    .values({ open_id: openId, member: member.id, bound_at: new Date(now) })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const owner = await memberOf(tx, openId);
  if (owner?.id !== member.id) throw new DomainError('wechatTaken');
}

type Wechats = Pick<
  Handlers<typeof calls, typeof rules>,
  'authorizeUrl' | 'getOpenIdByCode' | 'wechatLogin' | 'wechatRegister' | 'wechatBind'
>;

export const wechatSignInHandlers: Wechats = {
  async authorizeUrl({ returnTo }, { settings }) {
    const address = ownAddress(returnTo, settings);
    if (!address) throw invalid('returnTo', 'wrong');
    const wechat = wechatOf(settings);
    const state = randomBytes(16).toString('base64url');
    return { url: wechat.authorizeUrl(address, state), sandbox: wechat.sandbox };
  },

  async getOpenIdByCode({ code }, ctx) {
    const { ticket, openId } = await redeem(wechatOf(ctx.settings), ctx, code);
    return { ticket, bound: !!(await memberOf(ctx.db.run, openId)) };
  },

  async wechatLogin({ ticket, secondCode }, ctx) {
    const { db, now, settings } = ctx;
    const member = await memberOf(db.run, await openIdBehind(db.run, ticket, now));
    if (!member) throw new DomainError('wechatUnbound');
    refuseOtherCountry(member, settings);
    const passed = await secondStep(ctx, member, secondCode);
    return db.tx(async (tx) => {
      await spend(tx, ticket, member.id, now);
      return signIn(tx, passed, ctx);
    });
  },

  async wechatRegister(input, ctx) {
    const { db, now } = ctx;
    const openId = await openIdBehind(db.run, input.ticket, now);
    return register(ctx, input, async (tx, member) => {
      await spend(tx, input.ticket, member.id, now);
      await bind(tx, openId, member, now);
      return signIn(tx, needsNoSecondStep(member), ctx);
    });
  },

  async wechatBind({ ticket, account, password, secondCode }, ctx) {
    const { db, now, settings } = ctx;
    const openId = await openIdBehind(db.run, ticket, now);
    const found = await byAccount(db.run, account);
    const member = await provePassword(ctx, found, { account, password });
    refuseOtherCountry(member, settings);
    const passed = await secondStep(ctx, member, secondCode);
    return db.tx(async (tx) => {
      await spend(tx, ticket, member.id, now);
      await bind(tx, openId, member, now);
      await agreeToTerms(tx, member.id, 'signIn', ctx);
      return signIn(tx, passed, ctx);
    });
  },
};
