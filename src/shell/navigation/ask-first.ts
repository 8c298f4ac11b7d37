import type { App } from '../../core/app';
import { pathOf } from '../../core/navigation/route';
import * as store from '../../features/store/routes';

export interface AskFirst extends Pick<App, 'renew' | 'dialogs' | 'toasts' | 't'> {
  /** Whether the member needs a cloud machine, as far as the phone knows. */
  mustBuy(): boolean;
  /** Follows the link. */
  go(): void;
  route(url: string): void;
}

/**
 * The shared link helper of spec §6: without a cloud machine it asks whether to buy one. The phone's data may be outdated, so the gateway
 * is asked before the link is refused.
 */
export async function askFirst({ renew, dialogs, toasts, t, mustBuy, go, route }: AskFirst): Promise<void> {
  const failure = await renew();
  if (!mustBuy()) return go();
  if (failure?.kind === 'expired') return; // already reported
  if (failure) return toasts.show(failure.message || t('common.failures.offline'));
  const { title, text, buy, later } = {
    title: t('common.guard.title'),
    text: t('common.guard.text'),
    buy: t('common.guard.buy'),
    later: t('common.guard.later'),
  };
  if (await dialogs.ask({ title, text, yes: buy, no: later })) route(pathOf(store.rechargeScore, {}));
}
