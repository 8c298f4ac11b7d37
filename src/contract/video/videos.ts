import { added, call } from '../wire/call';
import type { Page } from '../wire/page';
import type * as rules from './videos.rules';

/** A video of the platform for its goods. */
export interface Video {
  id: string;
  title: string;
  /** Seconds. */
  length: number;
  /** Bytes. */
  size: number;
  /** The address of its preview drawing. */
  picture: string;
  /** The address for playing, valid for a day. Supports Range. */
  url: string;
  /** The good that it shows. `goodsId` if the member's shop has it; then the price is the shop's, else the suggested one. */
  goods?: { platformId: string; goodsId?: string; name: string; price: number; picture: string };
  /** When this member last downloaded it. */
  downloadedAt?: string;
  createdAt: string;
}

/** Newest first; for one good of the member's, for a category of the platform, or matching a text. The first page has `total`. */
export const queryVideosList = call<typeof rules.queryVideosList, Page<Video> & { total?: number }>(
  'dbbMini/queryVideosList',
  { oldest: '30 s' },
);
export const getVideo = added<typeof rules.getVideo, Video>('txGoodsVideo/get', { oldest: '30 s' });
/**
 * The download address, valid for ten minutes, for this member and this session only. Size in bytes in `size`; supports Range. Refused
 * (500) for a video that does not exist.
 */
export const downloadVideo = call<typeof rules.downloadVideo, { url: string; name: string; size: number }>(
  'txGoodsVideo/download',
);
