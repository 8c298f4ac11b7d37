/**
 * Upload (spec §7): multipart to `{base}/upload` with `payload`, a sealed envelope whose data is `Upload`, and the file
 * as `imageFile`, or `videoFile` for a video. The `Token` header signs `payload`; the file is bound to it by size and MD5.
 */
export interface Upload {
  /** Names the part that the file is in. */
  field: 'imageFile' | 'videoFile';
  name: string;
  /** Bytes. */
  size: number;
  /** MD5 of the file's bytes, lower-case hex. */
  md5: string;
}

export interface Uploaded {
  /** Success when divisible by 100 (spec §8). */
  code: number;
  /** UUID of the picture or video, to be sent with the form. */
  id?: string;
  url?: string;
  message?: string;
}

/** Bytes. */
export const largestPicture = 8 * 1024 * 1024;
/** Bytes. What a phone sends within the request timeout on a 4G network. */
export const largestVideo = 32 * 1024 * 1024;
/** Longer side in pixels that a picture is shrunk to on the phone. */
export const pictureSide = 1600;
