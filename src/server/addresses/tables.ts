import type { Selectable } from 'kysely';

/** Where members have goods sent to. */
export interface AddressTables {
  address: AddressTable;
}

interface AddressTable {
  id: string;
  member: string;
  username: string;
  userphone: string;
  /** Whole. Leaves the server on an order of the member's only. */
  id_card: string | null;
  /** A code of `areas.json`. */
  area: string | null;
  address: string;
  /** Degrees, gcj02; both or none. */
  latitude: number | null;
  longitude: number | null;
  is_default: boolean;
  at: Date;
}

export type AddressRow = Selectable<AddressTable>;
