import type { Texts } from '../wire/locale';

/** `release`: a release that pages pin. `option`: an option of the embeds. */
export const deprecationKinds = ['release', 'option'] as const;

/** Something that partners' pages use and that will end. */
export interface Deprecation {
  /** Names it in events, webhooks and the console. It never changes. */
  id: string;
  what: (typeof deprecationKinds)[number];
  /** The version, such as `1.0.0`, or the option by the name of its property, such as `tokenEndpoint`. */
  name: string;
  /** The day on which it was announced, and the first day on which it may no longer work: `2026-11-25`. */
  since: string;
  endsOn: string;
  /** For developers: what to use instead. */
  instead: Texts;
}

/** The part that a page, its console and a webhook receive. */
export type Ending = Pick<Deprecation, 'id' | 'what' | 'name' | 'endsOn'>;

/** Minimum number of days from the announcement to the end. */
export const noticeDays = 180;

/**
 * Everything that will end. From a row here, the pages that use it get an event and a console warning, their partners a webhook message,
 * and the partner console its list. Remove a row when the thing no longer works. No release and no option ends at present.
 */
export const deprecations: readonly Deprecation[] = [];
