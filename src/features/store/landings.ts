import { getProduct, listCoupons, listProducts, quote } from '../../contract/buying/products';
import { landing, sends } from '../../core/navigation/landing';
import { buynow, home, rechargeScore } from './routes';

const items = [{ productId: '?productId', quantity: 1 }];

export const landings = [
  landing(home, sends(listProducts)),
  landing(rechargeScore), // its price depends on the answer to its first call
  landing(
    buynow,
    sends(getProduct, { productId: '?productId' }),
    sends(listCoupons, { items }),
    sends(quote, { items }),
  ),
];
