import type { Generated } from 'kysely';
import type { SpreadOf } from '../schema/spread';

/** Files of members, and photographs of products. */
export interface PictureTables {
  picture: PictureTable;
  product_photo: ProductPhotoTable;
}

export const spread: SpreadOf<PictureTables> = {
  picture: { by: 'key', column: 'id' },
  product_photo: 'everywhere',
};

/** Pictures, and videos. */
interface PictureTable {
  id: string;
  owner: string;
  type: string;
  /** Bytes. */
  size: number;
  name: string;
  /** Whether every member may see it. */
  shared: boolean;
  at: Date;
  /** Pixels, after rotation; null if it could not be measured. */
  width: Generated<number | null>;
  height: Generated<number | null>;
  /** Length of a video. */
  seconds: Generated<number | null>;
  /** Whether a row refers to it; unused uploads are deleted. */
  used: Generated<boolean>;
}

/** A photograph of a product; never changed, so that phones can cache it permanently. */
interface ProductPhotoTable {
  name: string;
  /** A JPEG, base64. */
  bytes: string;
  at: Date;
}
