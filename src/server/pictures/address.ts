import { createHmac, timingSafeEqual } from 'node:crypto';
import path from 'node:path';

const hour = 3_600_000;
/** How long the address of something that every member may see is good for, in milliseconds. */
export const day = 24 * hour;
const id = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

export const pictureFile = (dataDir: string, picture: string) => path.resolve(dataDir, 'pictures', picture);

const signature = (secret: string, picture: string, until: number) =>
  createHmac('sha256', secret).update(`${picture}|${until}`).digest('base64url');

/**
 * The address of a picture or video, good to whoever has it for `goodFor` milliseconds at least and twice that at most:
 * it is the same all through an hour (or day), so that the phone's cache knows it again.
 */
export function addressOf(secret: string, picture: string, now: number, goodFor = hour): string {
  const until = (Math.floor(now / goodFor) + 2) * goodFor;
  return `/files/${picture}?until=${until}&sign=${signature(secret, picture, until)}`;
}

/** Whether the gateway has given this address, and it is still good. */
export function isAddress(
  secret: string,
  picture: string,
  { until, sign }: { until?: string; sign?: string },
  now: number,
): boolean {
  const right = Buffer.from(signature(secret, picture, Number(until)));
  const given = Buffer.from(`${sign}`);
  const genuine = right.length === given.length && timingSafeEqual(right, given);
  return genuine && id.test(picture) && Number(until) > now;
}
