import { randomUUID } from 'node:crypto';
import { largestPicture, largestVideo, type UploadRefused, uploadCodes } from '../../contract/wire/upload';
import type { Gateway } from '../kernel/gateway';
import type { MessageName } from '../kernel/messages';
import { pictureType, videoType } from '../pictures/file-type';
import { type Measured, measureMp4 } from '../pictures/mp4';
import { createRedrawer } from '../pictures/redraw';
import type { Received } from './receive';

/** Requirements of a file, by the name of its multipart field. */
const kinds = {
  imageFile: {
    largest: largestPicture,
    typeOf: pictureType,
    tooLarge: 'pictureSize',
    notOne: 'pictureKind',
  },
  videoFile: {
    largest: largestVideo,
    typeOf: videoType,
    tooLarge: 'videoSize',
    notOne: 'videoKind',
  },
} as const;

/** A file that is stored. */
type KeptField = keyof typeof kinds;

/** Maximum number of bytes of a file in a field. */
export const largestOf = (field: KeptField): number => kinds[field].largest;

interface Given extends Received {
  field: KeptField;
  /** Path of the temporary file. */
  at: string;
  member: string;
  name: string;
}

export type StoreUpload = (
  file: Given,
) => Promise<{ id: string } | { refused: MessageName; code: UploadRefused['code'] }>;

/** Stores a member's upload under an id: a picture, which is re-encoded, or a video; or returns the reason for the refusal. */
export function createUploadStore({ db, files, now }: Gateway): { store: StoreUpload } {
  const { redraw } = createRedrawer();
  const measured = (at: string, type: string, member: string) =>
    type.startsWith('video/') ? measureMp4(at) : redraw(at, type, member);

  async function store(at: string, picture: Row & Partial<Measured>): Promise<string> {
    const id = randomUUID();
    await files.put(id, at, picture.type);
    try {
      const row = { ...picture, id, shared: false, used: false, at: new Date(now()) };
      await db.run.insertInto('picture').values(row).execute();
      return id;
    } catch (error) {
      await files.remove([id]); // a file without a row would never be deleted
      throw error;
    }
  }

  return {
    async store({ field, at, member, name, size, head, truncated }) {
      const { largest, typeOf, tooLarge, notOne } = kinds[field];
      if (truncated || size > largest) return { refused: tooLarge, code: uploadCodes.size };
      const type = typeOf(head);
      const measures = type && (await measured(at, type, member));
      if (!measures) return { refused: notOne, code: uploadCodes.type };
      return { id: await store(at, { owner: member, type, size, name, ...measures }) };
    },
  };
}

interface Row {
  owner: string;
  type: string;
  size: number;
  name: string;
}
