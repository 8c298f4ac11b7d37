import type { EmbedElement, Options } from '../api';

/** Sets changed options as properties, because frameworks write functions as text on an element that is not defined yet. */
export function setOptions(element: EmbedElement, value: Options, before: Options = {}): void {
  for (const name of Object.keys({ ...before, ...value }) as (keyof Options)[])
    if (value[name] !== before[name]) Object.assign(element, { [name]: value[name] });
}
