import { createHmac, timingSafeEqual } from 'node:crypto';
import path from 'node:path';

const hour = 3_600_000;
/** Milliseconds that the address of a file visible to all members is valid. */
export const day = 24 * hour;
const id = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

export const pictureFile = (dataDir: string, picture: string) => path.resolve(dataDir, 'pictures', picture);

const signature = (secret: string, picture: string, until: number) =>
  createHmac('sha256', secret).update(`${picture}|${until}`).digest('base64url');

/**
 * The address of a picture or video, valid for anybody who has it for `goodFor` milliseconds at least and twice that at most: it stays
 * the same during an hour (or day), so that the phone's cache can reuse it.
 */
export function addressOf(secret: string, picture: string, now: number, goodFor = hour): string {
  const until = (Math.floor(now / goodFor) + 2) * goodFor;
  return `/files/${picture}?until=${until}&sign=${signature(secret, picture, until)}`;
}

/** Whether the gateway issued this address, and it has not expired. */
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
