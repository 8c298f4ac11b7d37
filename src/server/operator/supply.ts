import type { FastifyInstance } from 'fastify';
import * as v from 'valibot';
import {
  listSupplied,
  setGoodsPicture,
  suppliedGoods,
  supplyGoods,
  withdrawGoods,
} from '../goods/supply-goods';
import { addVideo } from '../goods/videos/add-video';
import type { Gateway } from '../kernel/gateway';
import { RequestRejected } from '../kernel/request-rejected';
import { textsRule } from '../kernel/texts';
import { body, words } from './body';
import { largestPicture } from './products';

const aboutVideo = v.object({ ...textsRule(80).entries, goods: v.optional(words(64)) });
const largestVideo = 64 * 1024 * 1024;

type Params = { Params: { id: string } };

/** `/operator/supply` and `/operator/videos`: what members' shops may sell, and show it with. */
export function serveSupply(desk: FastifyInstance, gateway: Gateway): void {
  const { db, now } = gateway;
  desk.addContentTypeParser('video/mp4', { parseAs: 'buffer', bodyLimit: largestVideo }, (_r, bytes, ready) =>
    ready(null, bytes),
  );
  desk.get('/supply', async () => ({ items: await listSupplied(db.run) }));
  desk.post('/supply', async (request) => {
    const goods = body(suppliedGoods, request);
    return { id: await db.tx((tx) => supplyGoods(tx, goods, now())) };
  });
  desk.post<Params>('/supply/:id/picture', { bodyLimit: largestPicture }, async (request) => {
    if (!Buffer.isBuffer(request.body)) throw new RequestRejected('shape');
    await setGoodsPicture(db, request.params.id, request.body, now());
    return { id: request.params.id };
  });
  desk.post<Params>('/supply/:id/withdraw', ({ params }) => db.tx((tx) => withdrawGoods(tx, params.id)));
  desk.post('/videos', { bodyLimit: largestVideo }, async (request) => {
    const { success, output } = v.safeParse(aboutVideo, request.query);
    if (!success || !Buffer.isBuffer(request.body)) throw new RequestRejected('shape');
    const { goods = null, ...title } = output;
    const video = { title, goods, bytes: request.body };
    return { id: await addVideo(gateway, video, now()) };
  });
}
