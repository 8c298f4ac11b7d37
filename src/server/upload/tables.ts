/** Files that are being received. */
export interface UploadTables {
  upload_reservation: UploadReservationTable;
}

/** Room that a file takes up while it is being received: what is only read before could be given to many at once. */
interface UploadReservationTable {
  id: string;
  member: string;
  /** Bytes. */
  bytes: number;
  /** When it is void: its gateway has ended without giving it back. */
  expires_at: Date;
}
