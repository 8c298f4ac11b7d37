import type { Executor } from '../../db/database';
import type { RequestContext } from '../../kernel/context';
import { relyingPartyOf } from './relying-party';

type Paying = Pick<RequestContext, 'member' | 'now' | 'settings'>;

/** From when on a passkey may confirm payments, in milliseconds: it rests after it was added, as money does after a reset. */
const paysFrom = ({ created_at }: { created_at: Date }, { settings }: Pick<Paying, 'settings'>): number =>
  created_at.getTime() + settings.payoutCoolingOff;

/** Whether a passkey may confirm payments now. */
export const pays = (passkey: { created_at: Date }, ctx: Paying): boolean =>
  paysFrom(passkey, ctx) <= ctx.now;

/** The query of the member's passkeys at this address that may confirm payments now. */
export const passkeysThatPay = (run: Executor, { member, settings, now }: Paying) =>
  run
    .selectFrom('passkey')
    .select('credential')
    .where('member', '=', member)
    .where('rp', '=', relyingPartyOf(settings)?.id ?? '')
    .where('created_at', '<=', new Date(now - settings.payoutCoolingOff));

/** The member's passkeys at this address that may confirm payments now; without one, when the first new one may. */
export async function payingPasskeys(
  run: Executor,
  ctx: Paying,
): Promise<{ paying: { credential: string }[]; from: number | undefined }> {
  const party = relyingPartyOf(ctx.settings);
  if (!party) return { paying: [], from: undefined };
  const all = await run
    .selectFrom('passkey')
    .select(['credential', 'created_at'])
    .where('member', '=', ctx.member)
    .where('rp', '=', party.id)
    .orderBy('created_at')
    .execute();
  return { paying: all.filter((one) => pays(one, ctx)), from: all[0] && paysFrom(all[0], ctx) };
}
