/** A picture in lists and posts. Its address stays the same for a day, so that the phone downloads it once. */
export interface Picture {
  id: string;
  url: string;
  /** Pixels, upright; absent if it could not be measured. */
  width?: number;
  height?: number;
}

/** A video with its first picture. The address supports Range requests. */
export interface Video {
  id: string;
  url: string;
  poster?: Picture;
  /** Pixels, upright. */
  width?: number;
  height?: number;
  seconds?: number;
}

/** Widths in pixels of the smaller versions that the gateway makes of a picture. */
export const thumbnailWidths = [160, 320, 640, 960] as const;
export type ThumbnailWidth = (typeof thumbnailWidths)[number];

/** The address of a picture at one of those widths, never enlarged. Pictures of other servers have one size. */
export const thumbnail = (url: string, width: ThumbnailWidth): string =>
  url.includes('&sign=') ? `${url}&w=${width}` : url;
