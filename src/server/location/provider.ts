import type { Position } from '../../contract/buying/addresses';
import type { Place } from '../../contract/member/location';

/** A provider of places. Its failures are thrown. */
export interface PlaceProvider {
  readonly sandbox: boolean;
  search(text: string): Promise<Place[]>;
  at(position: Position): Promise<Place | undefined>;
}
