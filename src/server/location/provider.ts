import type { Position } from '../../contract/buying/addresses';
import type { Place } from '../../contract/member/location';

/** Who knows where places are. A failure of theirs is thrown. */
export interface PlaceProvider {
  readonly sandbox: boolean;
  search(text: string): Promise<Place[]>;
  at(position: Position): Promise<Place | undefined>;
}
