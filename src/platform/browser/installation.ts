import type { Installation } from '../../core/platform';

/** What a browser says once, early, when the page could be put on the home screen. */
interface Offer extends Event {
  prompt(): Promise<unknown>;
  userChoice: Promise<{ outcome: 'accepted' | 'dismissed' }>;
}

const systemOf = (agent: string): Pick<Installation, 'system'> =>
  /iPhone|iPad|iPod/.test(agent) ? { system: 'ios' } : /Android/.test(agent) ? { system: 'android' } : {};

/** See `Platform.installation`. An offer is good for one question. */
export function installation(offer: Event | undefined): Installation {
  return {
    ...systemOf(navigator.userAgent),
    isInstalled:
      matchMedia('(display-mode: standalone)').matches ||
      ('standalone' in navigator && !!navigator.standalone),
    ...(offer && {
      async ask() {
        await (offer as Offer).prompt();
        return (await (offer as Offer).userChoice).outcome === 'accepted';
      },
    }),
  };
}
