import type { GenericSchema } from 'valibot';
import { buying } from '../buying/orders';
import { added } from './call';

/**
 * Upload (spec §7): multipart to `{base}/upload` with `payload`, an envelope whose data is `Upload`, and the file as `imageFile`, or
 * `videoFile` for a video. `payload` comes before the file: nothing is stored before the sender is known. The `Token` header signs
 * `payload`; size and MD5 bind the file to it.
 */
export interface Upload {
  /** The name of the part with the file. A `phoneFile` goes to a cloud phone, and nothing of it stays at the gateway. */
  field: 'imageFile' | 'videoFile' | 'phoneFile';
  name: string;
  /** Bytes. */
  size: number;
  /** MD5 of the file's bytes, lower-case hex. */
  md5: string;
  /** The cloud phone that a `phoneFile` is for. */
  machine?: string | undefined;
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
  /** UUID of the picture or video, to send with the form; of a `phoneFile`, of its delivery. */
  id: string;
  /** Empty for a `phoneFile`. */
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
/** Maximum size in bytes of a file for a cloud phone: as long to send as a video. */
export const largestPhoneFile = largestVideo;
/** The files that a cloud phone receives, by the ending of their names. Apps come from its provider's list only. */
export const phoneFileTypes: Record<string, string> = {
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
  gif: 'image/gif',
  mp4: 'video/mp4',
  mov: 'video/mp4',
  mp3: 'audio/mpeg',
  pdf: 'application/pdf',
  zip: 'application/zip',
};
/** The type that the name of a file claims; undefined if a cloud phone receives none of this name. */
export function phoneFileType(name: string): string | undefined {
  const [, ending = ''] = /\.(\w+)$/.exec(name.toLowerCase()) ?? [];
  return Object.keys(phoneFileTypes).includes(ending) ? phoneFileTypes[ending] : undefined;
}
/** Longer side in pixels to which the phone reduces a picture. */
export const pictureSide = 1600;
