import type { InferOutput } from 'valibot';
import type * as rules from '../../contract/member/passkeys.rules';
import type { ConfirmedAction } from '../auth/passkeys/challenges';
import { payingPasskeys, pays } from '../auth/passkeys/paying';
import { optionsFor, provePasskey } from '../auth/passkeys/prove-passkey';
import type { RequestContext } from '../kernel/context';
import { chinaTime } from '../kernel/dates';
import { DomainError, refusalOf } from '../kernel/domain-error';
import { proveCounted } from '../pay-password/verify-pay';

/** The options with which a passkey of the member confirms one action. */
export async function askForPayment(ctx: RequestContext, action: InferOutput<typeof rules.askPayPasskey>) {
  const { paying, from } = await payingPasskeys(ctx.db.run, ctx);
  if (!paying.length)
    throw from ? new DomainError('passkeyRests', { time: chinaTime(from) }) : new DomainError('passkeyGone');
  return optionsFor(ctx, 'pay', paying, action);
}

/**
 * Checks the answer of a passkey to `askForPayment`, and returns the action that it confirms. A wrong answer counts as a wrong payment
 * password does, and after too many neither is accepted here for a while.
 */
export function provePayment(
  ctx: RequestContext,
  credential: InferOutput<typeof rules.verifyPayPasskey>['credential'],
): Promise<ConfirmedAction> {
  return proveCounted(ctx, 'payPasskeyWrong', async () => {
    const proved = await provePasskey(ctx, 'pay', credential, ctx.member).catch(asWrong);
    return proved && pays(proved.passkey, ctx) ? proved.action : undefined;
  });
}

function asWrong(error: unknown): undefined {
  if (refusalOf(error).key !== 'passkeyWrong') throw error;
}
