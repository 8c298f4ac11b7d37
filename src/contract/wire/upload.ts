import type { GenericSchema } from 'valibot';
import { added } from './call';

/**
 * Upload (spec §7): multipart to `{base}/upload` with `payload`, a sealed envelope whose data is `Upload`, and the file
 * as `imageFile`, or `videoFile` for a video. `payload` comes before the file: nothing is stored before it is known whose
 * it is. The `Token` header signs `payload`; the file is bound to it by size and MD5.
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

/**
 * `code` of an answer to an upload. One that is divisible by 100 is success (spec §8), so what other calls refuse with 500 is 501 here.
 */
export const uploadCodes = {
  taken: 200,
  refused: 501,
  /** The file is not the one that was signed. */
  broken: 5001,
  /** Not signed in. */
  expired: 510,
  size: 4130,
  type: 4150,
} as const;

export interface Uploaded {
  code: typeof uploadCodes.taken;
  /** UUID of the picture or video, to be sent with the form. */
  id: string;
  url: string;
}

/** The call that sends a file. Its input is checked where the file is. */
export const sendFile = added<GenericSchema<Upload>, Uploaded>('upload', {
  embed: {
    scopes: ['work-orders:write', 'chat:write', 'feed:write', 'shop:write', 'declarations:write'],
  },
});

/** Refused, with words for the member. What nobody looked at is rejected as any other call is (`rejectionCodes`). */
export interface UploadRefused {
  code: Exclude<(typeof uploadCodes)[keyof typeof uploadCodes], typeof uploadCodes.taken>;
  message: string;
}

/** Bytes. */
export const largestPicture = 8 * 1024 * 1024;
/** Bytes. What a phone sends within the request timeout on a 4G network. */
export const largestVideo = 32 * 1024 * 1024;
/** Longer side in pixels that a picture is shrunk to on the phone. */
export const pictureSide = 1600;
