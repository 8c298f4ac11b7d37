import type { ReactNode } from 'react';
import { getOrder, type Order } from '../../../contract/buying/orders';
import { useQuery } from '../../../core/data/query';
import { Loaded } from '../../../ui/feedback/loaded';
import { Refused } from '../pay/refused';

interface Props {
  orderNo: string;
  /** The call that returns it. */
  by?: typeof getOrder;
  children(order: Order): ReactNode;
}

/** An order once it is loaded; the server's message, and a link, if it does not exist or belongs to another member. */
export function LoadedOrder({ orderNo, by = getOrder, children }: Props) {
  const order = useQuery(by, { orderNo });
  if (order.failure?.kind === 'refused') return <Refused failure={order.failure} />;
  return <Loaded of={order}>{children}</Loaded>;
}
