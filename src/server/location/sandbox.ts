import { namesOf, searchAreas } from '../kernel/areas';
import type { PlaceProvider } from './provider';

/** Stands in for a map provider where none is connected: knows the areas of the address picker by name, and no point. */
export const sandboxPlaces: PlaceProvider = {
  sandbox: true,
  async search(text) {
    return searchAreas(text, 20).map(({ code, name }) => {
      const names = namesOf(code);
      return {
        name,
        address: names.join(' '),
        ...(code.length >= 6 && { area: { code, names } }),
      };
    });
  },
  async at() {
    return undefined;
  },
};
