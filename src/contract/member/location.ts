import type { Position } from '../buying/addresses';
import { added } from '../wire/call';
import type * as rules from './location.rules';

/** A place found by name. */
export interface Place {
  name: string;
  /** Its address as text; may be empty. */
  address: string;
  /** Code of its district, if known (`txArea/list`). */
  area?: { code: string; names: string[] };
  /** Absent if only the name is known. */
  position?: Position;
}

/** Places with this name. `sandbox`: no map provider is configured, and only areas are found. */
export const searchPlaces = added<typeof rules.searchPlaces, { items: Place[]; sandbox: boolean }>(
  'txPlace/search',
);
/** The place at a point; no `place` if it is unknown. */
export const placeAt = added<typeof rules.placeAt, { place?: Place; sandbox: boolean }>('txPlace/at');
/**
 * The address of map tiles: 256 × 256 pictures on our own origin, with the placeholders `{z}/{x}/{y}` (Web Mercator over gcj02, zoom 3 to
 * 18), valid for an hour.
 */
export const mapTiles = added<typeof rules.mapTiles, { tiles: string; sandbox: boolean }>('txPlace/map');
