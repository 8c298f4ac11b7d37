import { getOrder, listOrders, orderDetail } from '../../contract/orders';

/** Everything that shows how an order stands. */
export const shown = [getOrder, orderDetail, listOrders];
