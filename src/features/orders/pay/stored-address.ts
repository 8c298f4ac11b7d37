import type { InferInput } from 'valibot';
import type { addByMoney } from '../../../contract/orders.rules';
import type { Store } from '../../../platform/platform';

/** Where goods are sent to, as it is written on the order. */
export type Address = NonNullable<InferInput<typeof addByMoney>['address']>;

const key = 'orderAddress';

/** Kept in the tab, so that it is typed once for several tries and forgotten with the tab. */
export function storedAddress(tab: Store): Address | undefined {
  try {
    return JSON.parse(tab.get(key) ?? 'null') ?? undefined;
  } catch {
    return undefined; // damaged: the member types it again
  }
}

export const storeAddress = (tab: Store, address: Address) => tab.set(key, JSON.stringify(address));
