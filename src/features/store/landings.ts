import { getProduct, listProducts } from '../../contract/buying/products';
import { landing } from '../../core/navigation/landing';
import { buynow, home } from './routes';

export const landings = [
  landing(home, listProducts),
  landing(buynow, getProduct, { productId: '?productId' }),
];
