/** A picture as lists and posts carry it. Its address stays the same for a day, so that the phone asks for it once. */
export interface Picture {
  id: string;
  url: string;
  /** Pixels, upright; absent when nobody could measure it. */
  width?: number;
  height?: number;
}

/** A video with its first picture. The address answers Range requests. */
export interface Video {
  id: string;
  url: string;
  poster?: Picture;
  /** Pixels, upright. */
  width?: number;
  height?: number;
  seconds?: number;
}

/** Widths in pixels that the gateway makes of a picture. */
export const thumbnailWidths = [160, 320, 640, 960] as const;
export type ThumbnailWidth = (typeof thumbnailWidths)[number];

/** The address of a picture at one of those widths, never enlarged. What is not the gateway's own has one size. */
export const thumbnail = (url: string, width: ThumbnailWidth): string =>
  url.includes('&sign=') ? `${url}&w=${width}` : url;
