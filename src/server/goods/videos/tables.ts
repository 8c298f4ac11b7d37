import { byMember, type SpreadOf } from '../../schema/spread';

/** Downloads of goods' videos. */
export interface VideoTables {
  video_download: { video: string; member: string; at: Date };
  video_link: VideoLinkTable;
}

export const spread: SpreadOf<VideoTables> = {
  video_download: byMember,
  video_link: 'here',
};

/** A download address: valid until it expires, and while the session that requested it lasts. */
interface VideoLinkTable {
  /** SHA-256 of the token in the address, hex. */
  hash: string;
  video: string;
  session: string;
  name: string;
  expires_at: Date;
}
