import type { FastifyInstance } from 'fastify';
import * as v from 'valibot';
import type { Gateway } from '../kernel/gateway';
import { RequestRejected } from '../kernel/request-rejected';
import { addCoupon, endCoupon, listCoupons, newCoupon } from '../products/put-coupon';
import {
  addProduct,
  addStock,
  changeProduct,
  listAllProducts,
  offer,
  productChange,
  setPicture,
} from '../products/put-product';
import { body } from './body';

const stock = v.object({ by: v.pipe(v.number(), v.safeInteger()) });
/** Bytes. */
/** Bytes of a photograph that the desk sends. */
export const largestPicture = 8 * 1024 * 1024;

type Params = { Params: { id: string } };

/** `/operator/products` and `/operator/coupons`: what is sold, for how much, and what makes it cheaper. */
export function serveProducts(desk: FastifyInstance, { db, now }: Gateway): void {
  desk.addContentTypeParser(
    'application/octet-stream',
    { parseAs: 'buffer', bodyLimit: largestPicture },
    (_request, bytes, ready) => ready(null, bytes),
  );
  desk.get('/products', async () => ({ items: await listAllProducts(db.run) }));
  desk.post('/products', async (request) => {
    const change = body(productChange, request);
    return { id: await db.tx((tx) => addProduct(tx, change, now())) };
  });
  desk.post<Params>('/products/:id', async (request) => {
    const change = body(productChange, request);
    await db.tx((tx) => changeProduct(tx, request.params.id, change));
    return { id: request.params.id };
  });
  for (const [path, onSale] of [
    ['on', true],
    ['off', false],
  ] as const)
    desk.post<Params>(`/products/:id/${path}`, async ({ params }) => {
      await db.tx((tx) => offer(tx, params.id, onSale));
      return { id: params.id, onSale };
    });
  desk.post<Params>('/products/:id/stock', async (request) => {
    const { by } = body(stock, request);
    return { id: request.params.id, stock: await db.tx((tx) => addStock(tx, request.params.id, by)) };
  });
  desk.post<Params>('/products/:id/picture', { bodyLimit: largestPicture }, async (request) => {
    if (!Buffer.isBuffer(request.body)) throw new RequestRejected('shape');
    await setPicture(db, request.params.id, request.body, now());
    return { id: request.params.id };
  });

  desk.get('/coupons', async () => ({ items: await listCoupons(db.run) }));
  desk.post('/coupons', async (request) => {
    const coupon = body(newCoupon, request);
    return { code: await db.tx((tx) => addCoupon(tx, coupon, now())) };
  });
  desk.post<Params>('/coupons/:id/end', async ({ params }) => {
    await db.tx((tx) => endCoupon(tx, params.id, now()));
    return { code: params.id, ended: true };
  });
}
