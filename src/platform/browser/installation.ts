import type { Installation } from '../../core/platform';

/** An early, one-time event of browsers that can add the page to the home screen. */
interface Offer extends Event {
  prompt(): Promise<unknown>;
  userChoice: Promise<{ outcome: 'accepted' | 'dismissed' }>;
}

const systemOf = (agent: string): Pick<Installation, 'system'> =>
  /iPhone|iPad|iPod/.test(agent) ? { system: 'ios' } : /Android/.test(agent) ? { system: 'android' } : {};

/** See `Platform.installation`. An offer is valid for one prompt. */
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
