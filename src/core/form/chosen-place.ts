import type { Place } from '../../contract/member/location';
import { useDraft } from './draft';

/**
 * What was chosen on the screen for choosing a place, for the form whose draft is called `draft`: there it is kept, here it
 * is taken, once.
 */
export function useChosenPlace(draft: string) {
  const [place, keep] = useDraft<Place>(`${draft}/place`);
  return { place, keep: (chosen: Place) => keep(chosen), take: () => keep(undefined) };
}
