import type { Place } from '../../contract/member/location';
import { useDraft } from './draft';

/**
 * Passes the place chosen on the location screen to the form whose draft is called `draft`: the screen stores it, the form takes it once.
 */
export function useChosenPlace(draft: string) {
  const [place, keep] = useDraft<Place>(`${draft}/place`);
  return { place, keep: (chosen: Place) => keep(chosen), take: () => keep(undefined) };
}
