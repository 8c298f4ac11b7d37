import type { Selectable } from 'kysely';

/** Videos that the platform made for its goods, and who downloads them. */
export interface VideoTables {
  video: VideoTable;
  video_download: { video: string; member: string; at: Date };
  video_link: VideoLinkTable;
}

export interface VideoTable {
  id: string;
  /** The platform's good that it shows. */
  goods: string | null;
  /** The id of the file among the pictures. */
  file: string;
  title_en: string;
  title_zh: string;
  picture: string;
  /** Seconds, bytes. */
  length: number;
  size: number;
  created_at: Date;
}

/** An address to download from: good until it expires, and while the session lasts that asked for it. */
export interface VideoLinkTable {
  /** SHA-256 of what stands in the address, hex. */
  hash: string;
  video: string;
  session: string;
  name: string;
  expires_at: Date;
}

export type VideoRow = Selectable<VideoTable>;
