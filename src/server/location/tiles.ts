import { createHmac, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Gateway } from '../kernel/gateway';
import { RequestRejected } from '../kernel/request-rejected';

/** Milliseconds that the addresses of a map are valid, and milliseconds to wait for a tile from the provider. */
const goodFor = 3_600_000;
const timeoutMs = 8000;
/** Maximum number of bytes of a tile. */
const largest = 400_000;

const signature = (secret: string, until: number) =>
  createHmac('sha256', secret).update(`map|${until}`).digest('base64url').slice(0, 22);

/** The address of the map tiles, with the placeholders `{z}/{x}/{y}`; valid for one to two hours, so that caches can help. */
export function tilesAddress(secret: string, now: number): string {
  const until = Math.ceil(now / goodFor) * goodFor + goodFor;
  return `/map/{z}/{x}/{y}?until=${until}&sign=${signature(secret, until)}`;
}

/** Degrees of the upper left corner of a tile. */
function corner(z: number, x: number, y: number): { latitude: number; longitude: number } {
  const n = Math.PI * (1 - (2 * y) / 2 ** z);
  return { longitude: (x / 2 ** z) * 360 - 180, latitude: (Math.atan(Math.sinh(n)) * 180) / Math.PI };
}

/** A drawn tile without a map: lines, their degrees, and a note that it is no map. */
function drawn(z: number, x: number, y: number): string {
  const { latitude, longitude } = corner(z, x, y);
  const digits = z > 12 ? 3 : z > 8 ? 2 : 1;
  const label = `${Math.abs(latitude).toFixed(digits)}°${latitude < 0 ? 'S' : 'N'} ${Math.abs(longitude).toFixed(digits)}°${longitude < 0 ? 'W' : 'E'}`;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="256" height="256" viewBox="0 0 256 256"><path fill="#e9eeef" d="M0 0h256v256H0z"/><path fill="none" stroke="#cdd7d8" stroke-width="2" d="M0 0h256M0 0v256"/><path fill="none" stroke="#dfe6e7" d="M64 0v256M128 0v256M192 0v256M0 64h256M0 128h256M0 192h256"/><text x="8" y="20" font-family="sans-serif" font-size="12" fill="#51616e">${label}</text><text x="8" y="248" font-family="sans-serif" font-size="11" fill="#768590">Test map · 测试地图</text></svg>`;
}

/** A tile from the provider; our own origin serves it, so that the page loads nothing from elsewhere. */
async function fetched(template: string, z: number, x: number, y: number) {
  const url = template.replace('{z}', `${z}`).replace('{x}', `${x}`).replace('{y}', `${y}`);
  const response = await fetch(url, { signal: AbortSignal.timeout(timeoutMs) }).catch(() => undefined);
  const type = response?.headers.get('content-type') ?? '';
  if (!response?.ok || !/^image\/(png|jpeg|webp)/.test(type)) throw new RequestRejected('unknown');
  const bytes = Buffer.from(await response.arrayBuffer());
  if (bytes.length > largest) throw new RequestRejected('unknown');
  return { type, bytes };
}

/** `GET /map/<z>/<x>/<y>?until=…&sign=…`: tiles for clients that received the address from `txPlace/map`. */
export function serveMap(app: FastifyInstance, { settings, fileSecret, now }: Gateway): void {
  app.get('/map/:z/:x/:y', async (request: FastifyRequest, reply) => {
    const { until, sign } = request.query as { until?: string; sign?: string };
    const right = Buffer.from(signature(fileSecret, Number(until)));
    const given = Buffer.from(`${sign}`);
    const genuine = right.length === given.length && timingSafeEqual(right, given);
    const [z = -1, x = -1, y = -1] = Object.values(request.params as Record<string, string>).map(Number);
    const exists =
      [z, x, y].every(Number.isInteger) &&
      z >= 3 &&
      z <= 18 &&
      Math.min(x, y) >= 0 &&
      Math.max(x, y) < 2 ** z;
    if (!genuine || !exists || !(Number(until) > now())) throw new RequestRejected('unknown');
    reply.header('cache-control', 'private, max-age=86400').header('x-content-type-options', 'nosniff');
    if (!settings.map.tilesUrl) return reply.type('image/svg+xml').send(drawn(z, x, y));
    const { type, bytes } = await fetched(settings.map.tilesUrl, z, x, y);
    return reply.type(type).send(bytes);
  });
}
