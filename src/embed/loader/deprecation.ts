import type { Ending } from '../../contract/embed/deprecations';
import type { Options } from '../api';
import type { Host } from '../host';

/** `used`: in a frame, what the page around it uses. */
export type OwnOptions = Options & { used?: string | undefined };

/** A page's use of ours, for `POST /embed/v1/first`: the release of its loader, and the names of the options that are set. */
export const usedOf = (version: string, set: OwnOptions): string =>
  set.used ?? [version, ...Object.keys(set).filter((name) => set[name as keyof OwnOptions])].join(' ');

/** Tells the page, and its developer in the console, that it uses something that will end. */
export function tellOfEnd(host: Pick<Host, 'emit' | 'advise'>, ending: Ending): void {
  host.emit('deprecation', ending);
  const { what, name, endsOn } = ending;
  host.advise({ code: 'deprecated', given: `the ${what} ${name}, until ${endsOn}` });
}
