import type { App } from '../../core/app';
import { pathOf } from '../../core/navigation/route';
import * as store from '../../features/store/routes';

export interface AskFirst extends Pick<App, 'renew' | 'dialogs' | 'toasts' | 't'> {
  /** Whether a cloud machine is lacking, as far as the phone knows. */
  mustBuy(): boolean;
  /** To where the link leads. */
  go(): void;
  route(url: string): void;
}

/**
 * The shared link helper of spec §6: without a cloud machine it asks whether to buy one. What the phone knows of that may be
 * old, so the gateway is asked before anybody is refused.
 */
export async function askFirst({ renew, dialogs, toasts, t, mustBuy, go, route }: AskFirst): Promise<void> {
  const failure = await renew();
  if (!mustBuy()) return go();
  if (failure?.kind === 'expired') return; // has been said
  if (failure) return toasts.show(failure.message || t('common.failures.offline'));
  const { title, text, buy, later } = {
    title: t('common.guard.title'),
    text: t('common.guard.text'),
    buy: t('common.guard.buy'),
    later: t('common.guard.later'),
  };
  if (await dialogs.ask({ title, text, yes: buy, no: later })) route(pathOf(store.rechargeScore, {}));
}
