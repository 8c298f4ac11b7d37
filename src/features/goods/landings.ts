import { listSales, shopGoodsDetail, shopGoodsGraph } from '../../contract/shop/goods';
import { landing, sends } from '../../core/navigation/landing';
import { goodsDetail } from './routes';

export const landings = [
  landing(
    goodsDetail,
    sends(shopGoodsDetail, { id: '?id' }),
    sends(listSales, { goodsId: '?id' }),
    sends(shopGoodsGraph, { id: '?id', days: 30 }),
  ),
];
