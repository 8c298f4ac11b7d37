import type { Generated } from 'kysely';

/** Files of members, and photographs of products. */
export interface PictureTables {
  picture: PictureTable;
  product_photo: ProductPhotoTable;
}

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
  /** Pixels, upright; null when it could not be measured. */
  width: Generated<number | null>;
  height: Generated<number | null>;
  /** How long a video is. */
  seconds: Generated<number | null>;
  /** Something refers to it; what a member has sent and never used is thrown away. */
  used: Generated<boolean>;
}

/** A photograph of a product; never changed, so that phones keep it. */
interface ProductPhotoTable {
  name: string;
  /** A JPEG, base64. */
  bytes: string;
  at: Date;
}
