import type { ReactNode } from 'react';
import { getOrder, type Order } from '../../../contract/buying/orders';
import { useQuery } from '../../../core/data/query';
import { Loaded } from '../../../ui/feedback/loaded';
import { Refused } from '../pay/refused';

interface Props {
  orderNo: string;
  /** The call that knows it. */
  by?: typeof getOrder;
  children(order: Order): ReactNode;
}

/** An order once it is here; what the server says, and a way on, when it is nobody's or another member's. */
export function LoadedOrder({ orderNo, by = getOrder, children }: Props) {
  const order = useQuery(by, { orderNo });
  if (order.failure?.kind === 'refused') return <Refused failure={order.failure} />;
  return <Loaded of={order}>{children}</Loaded>;
}
