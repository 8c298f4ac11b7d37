import type { EmbedElement, Options } from '../api';

/** Sets the options that have changed as properties: on an element that is not defined yet, frameworks write functions as text. */
export function setOptions(element: EmbedElement, value: Options, before: Options = {}): void {
  for (const name of Object.keys({ ...before, ...value }) as (keyof Options)[])
    if (value[name] !== before[name]) Object.assign(element, { [name]: value[name] });
}
