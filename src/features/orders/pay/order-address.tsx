import type { Props } from '../../../core/navigation/screen';
import type { orders } from '../screens';
import { AddressForm } from './address-form';
import { UsdtPayment } from './usdt-payment';

/** `pages/mine/orderAddress`: the address that an order is paid to, or, before there is an order, the one it is sent to. */
export default function OrderAddress(params: Props<typeof orders.orderAddress>) {
  return params.orderNo ? <UsdtPayment orderNo={params.orderNo} /> : <AddressForm params={params} />;
}
