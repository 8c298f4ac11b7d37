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

/** The query of the member's passkeys at this address; of none if this deployment has no passkeys. */
const passkeysHere = (run: Executor, { member, settings }: Paying) =>
  run
    .selectFrom('passkey')
    .where('member', '=', member)
    .where('rp', '=', relyingPartyOf(settings)?.id ?? '');

/** Those of them that may confirm payments now. */
export const passkeysThatPay = (run: Executor, ctx: Paying) =>
  passkeysHere(run, ctx)
    .select('credential')
    .where('created_at', '<=', new Date(ctx.now - ctx.settings.payoutCoolingOff));

/** The member's passkeys at this address that may confirm payments now; without one, when the first new one may. */
export async function payingPasskeys(
  run: Executor,
  ctx: Paying,
): Promise<{ paying: { credential: string }[]; from: number | undefined }> {
  const all = await passkeysHere(run, ctx)
    .select(['credential', 'created_at'])
    .orderBy('created_at')
    .execute();
  return { paying: all.filter((one) => pays(one, ctx)), from: all[0] && paysFrom(all[0], ctx) };
}
