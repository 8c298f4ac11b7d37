import type { EmbedFeature } from '../contract/embed/features';

/** Messages between the theme editor and the pages that it frames. */
export interface Preview {
  show: {
    feature: EmbedFeature;
    partner: string;
    /** A language of the app. */
    locale: string;
    /** Values of theme tokens. */
    theme: Record<string, string>;
    scheme: 'light' | 'dark';
  };
  hears: { show: Preview['show'] } | { token: object };
  /** `says`: what the embed tells developers. */
  tells: { asks: 'what to show' } | { asks: 'token'; feature: EmbedFeature } | { says: string };
}
