import { type Address, listAddresses } from '../../../contract/buying/addresses';
import { useApp } from '../../../core/app';
import { useQuery } from '../../../core/data/query';
import { ownStore } from '../../../core/session/own-store';

const key = 'sendTo';

/**
 * The delivery address of this order: the chosen one, else the member's default. Only the id is stored on the phone, for this member,
 * until they sign out.
 */
export function useDeliveryAddress() {
  const { platform, session } = useApp();
  const own = ownStore(platform.local, session.userInfo.peek()?.userId ?? '');
  const query = useQuery(listAddresses, {});
  const storedId = own.get(key);
  const all = query.value?.items;
  const address: Address | undefined = all?.find(({ id }) => id === storedId) ?? all?.[0];
  return { ...query, address, choose: ({ id }: Address) => own.set(key, id) };
}
