import { added, call } from '../wire/call';
import type { Page } from '../wire/page';
import type * as rules from './videos.rules';

/** A video that the platform made for its goods. */
export interface Video {
  id: string;
  title: string;
  /** Seconds. */
  length: number;
  /** Bytes. */
  size: number;
  /** The address of the drawing that stands for it until it plays. */
  picture: string;
  /** Where it plays from, for a day. Range is answered. */
  url: string;
  /** The good that it shows. `goodsId` when the member's shop has it; the price is the shop's then, else the suggested one. */
  goods?: { platformId: string; goodsId?: string; name: string; price: number; picture: string };
  /** When this member last downloaded it. */
  downloadedAt?: string;
  createdAt: string;
}

/** The newest first; of one good of the member's, of a category of the platform, found by words. The first page has `total`. */
export const queryVideosList = call<typeof rules.queryVideosList, Page<Video> & { total?: number }>(
  'dbbMini/queryVideosList',
);
export const getVideo = added<typeof rules.getVideo, Video>('txGoodsVideo/get');
/**
 * Where the file can be had for ten minutes, by nobody but this member and no longer than this session. Bytes in `size`;
 * Range is answered. Refused (500) for a video that is not there.
 */
export const downloadVideo = call<typeof rules.downloadVideo, { url: string; name: string; size: number }>(
  'txGoodsVideo/download',
);
