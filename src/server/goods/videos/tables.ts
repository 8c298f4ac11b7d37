/** Who downloads the videos of goods. */
export interface VideoTables {
  video_download: { video: string; member: string; at: Date };
  video_link: VideoLinkTable;
}

/** An address to download from: good until it expires, and while the session lasts that asked for it. */
interface VideoLinkTable {
  /** SHA-256 of what stands in the address, hex. */
  hash: string;
  video: string;
  session: string;
  name: string;
  expires_at: Date;
}
