import type { SpreadOf } from '../schema/spread';

/** Uploads in progress. */
export interface UploadTables {
  upload_reservation: UploadReservationTable;
}

export const spread: SpreadOf<UploadTables> = {
  upload_reservation: 'here',
};

/** Quota of an upload in progress. Without it, concurrent uploads would all be checked against the same sum. */
interface UploadReservationTable {
  id: string;
  member: string;
  /** Bytes. */
  bytes: number;
  /** When it expires, in case its gateway ended without releasing it. */
  expires_at: Date;
}
