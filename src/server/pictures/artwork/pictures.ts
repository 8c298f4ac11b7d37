import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { Category } from '../../../contract/buying/products';
import type { Db } from '../../db/database';
import { choose, type Variants, variants } from '../../kernel/encodings';
import { type DrawingName, drawings } from './drawings';

/** For a product that names no picture. */
const usual: Record<Category, DrawingName> = { machines: 'studio', membership: 'card', goods: 'parcel' };

/** The address of each drawing contains a hash of it, so that phones can cache it permanently. */
const addresses = new Map(
  Object.entries(drawings).map(([name, drawing]) => {
    const hash = createHash('sha256').update(drawing).digest('base64url').slice(0, 8);
    return [name, `/product-pictures/${name}-${hash}.svg`];
  }),
);

/** Each drawing in every encoding. It is compressed for the first browser that requests it. */
const encoded = new Map<DrawingName, Variants>();

function variantsOf(name: DrawingName): Variants {
  const known = encoded.get(name) ?? variants(drawings[name]);
  encoded.set(name, known);
  return known;
}

const photo = /^photo-\w+$/;

/** The address of a photograph or a drawing by its name; for an unknown name, the default drawing of the category. */
export const pictureAddress = (name: string | null, category: Category = 'goods'): string =>
  name && photo.test(name)
    ? `/product-pictures/${name}.jpg`
    : // biome-ignore lint/style/noNonNullAssertion: `usual` names a drawing for each category, and every drawing has an address
      (addresses.get(name ?? '') ?? addresses.get(usual[category])!);

/** The address of a product's picture. */
export const pictureOf = (row: { picture: string | null; category: Category }): string =>
  pictureAddress(row.picture, row.category);

/** Serves drawings and photographs; an address with an older hash returns the current drawing. */
export function serveProductPictures(app: FastifyInstance, { run }: Db): void {
  app.get<{ Params: { file: string } }>('/product-pictures/:file', async (request, reply) => {
    const [, taken] = /^(photo-\w+)\.jpg$/.exec(request.params.file) ?? [];
    if (taken) {
      const found = await run
        .selectFrom('product_photo')
        .select('bytes')
        .where('name', '=', taken)
        .executeTakeFirst();
      if (!found) return reply.callNotFound();
      return reply
        .header('cache-control', 'public, max-age=31536000, immutable')
        .header('cross-origin-resource-policy', 'cross-origin')
        .header('content-security-policy', "default-src 'none'")
        .type('image/jpeg')
        .send(Buffer.from(found.bytes, 'base64'));
    }
    const [, name] = /^([a-z]+)-[\w-]+\.svg$/.exec(request.params.file) ?? [];
    if (!name || !(name in drawings)) return reply.callNotFound();
    // biome-ignore lint/style/noNonNullAssertion: the name of a drawing, as the line above has made sure
    const current = addresses.get(name)!.endsWith(`/${request.params.file}`);
    const accepted = request.headers['accept-encoding'] as string | undefined;
    const { encoding, body } = choose(variantsOf(name as DrawingName), accepted);
    if (encoding) reply.header('content-encoding', encoding);
    return reply
      .header('vary', 'accept-encoding')
      .header('cache-control', current ? 'public, max-age=31536000, immutable' : 'no-cache')
      .header('cross-origin-resource-policy', 'cross-origin')
      .header('content-security-policy', "default-src 'none'")
      .type('image/svg+xml')
      .send(await body);
  });
}
