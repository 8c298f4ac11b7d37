import type { GenericSchema } from 'valibot';
import { buying } from '../buying/orders';
import { added } from './call';

/**
 * Upload (spec §7): multipart to `{base}/upload` with `payload`, an envelope whose data is `Upload`, and the file as `imageFile`, or
 * `videoFile` for a video. `payload` comes before the file: nothing is stored before the sender is known. The `Token` header signs
 * `payload`; size and MD5 bind the file to it.
 */
export interface Upload {
  /** The name of the part with the file. */
  field: 'imageFile' | 'videoFile';
  name: string;
  /** Bytes. */
  size: number;
  /** MD5 of the file's bytes, lower-case hex. */
  md5: string;
}

/**
 * `code` of the response to an upload. A code that is divisible by 100 means success (spec §8), so refusals have 501 here instead of 500.
 */
export const uploadCodes = {
  taken: 200,
  refused: 501,
  /** The file is not the signed one. */
  broken: 5001,
  /** Not signed in. */
  expired: 510,
  size: 4130,
  type: 4150,
} as const;

export interface Uploaded {
  code: typeof uploadCodes.taken;
  /** UUID of the picture or video, to send with the form. */
  id: string;
  url: string;
}

/** The call that uploads a file. Its input is checked together with the file. */
export const sendFile = added<GenericSchema<Upload>, Uploaded>('upload', {
  embed: {
    scopes: [
      'work-orders:write',
      'chat:write',
      'feed:write',
      'shop:write',
      'declarations:write',
      'orders:write', // a signature
      ...buying, // the voucher of a remittance
    ],
  },
});

/** Refused, with a message for the member. Requests without a valid sender are rejected like any other call (`rejectionCodes`). */
export interface UploadRefused {
  code: Exclude<(typeof uploadCodes)[keyof typeof uploadCodes], typeof uploadCodes.taken>;
  message: string;
}

/** Bytes. */
export const largestPicture = 8 * 1024 * 1024;
/** Maximum size in bytes: a phone on a 4G network can send it within the request timeout. */
export const largestVideo = 32 * 1024 * 1024;
/** Longer side in pixels to which the phone reduces a picture. */
export const pictureSide = 1600;
