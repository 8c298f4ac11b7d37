import type { Position } from '../buying/addresses';
import { added } from '../wire/call';
import type * as rules from './location.rules';

/** A place that can be found by name. */
export interface Place {
  name: string;
  /** Where it is, in words; may be empty. */
  address: string;
  /** Code of its district, where it is known (`txArea/list`). */
  area?: { code: string; names: string[] };
  /** Absent when only the name is known. */
  position?: Position;
}

/** Places that are called so. `sandbox`: no map provider is connected, and only areas are found. */
export const searchPlaces = added<typeof rules.searchPlaces, { items: Place[]; sandbox: boolean }>(
  'txPlace/search',
);
/** What is at a point; no `place` when nobody knows. */
export const placeAt = added<typeof rules.placeAt, { place?: Place; sandbox: boolean }>('txPlace/at');
/**
 * Where the pieces of a map are: 256 × 256 pictures on our own origin, `{z}/{x}/{y}` to be filled in (Web Mercator over gcj02,
 * zoom 3 to 18), good for an hour.
 */
export const mapTiles = added<typeof rules.mapTiles, { tiles: string; sandbox: boolean }>('txPlace/map');
