import { shopGoodsDetail } from '../../contract/shop/goods';
import { landing } from '../../core/navigation/landing';
import { goodsDetail } from './routes';

export const landings = [landing(goodsDetail, shopGoodsDetail, { id: '?id' })];
