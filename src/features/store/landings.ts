import { getProduct, listCoupons, listProducts, quote } from '../../contract/buying/products';
import { landing, sends } from '../../core/navigation/landing';
import { buynow, home } from './routes';

const items = [{ productId: '?productId', quantity: 1 }];

export const landings = [
  landing(home, sends(listProducts)),
  landing(
    buynow,
    sends(getProduct, { productId: '?productId' }),
    sends(listCoupons, { items }),
    sends(quote, { items }),
  ),
];
