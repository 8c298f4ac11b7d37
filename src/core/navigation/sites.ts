import { useApp } from '../app';
import type isKnownSite from './known-site';
import type { AnyRoute, Route } from './route';

/**
 * Opens addresses of other sites: on `inside`, our own screen for them, if the deployment lists the site, else outside. `known`: the part
 * that checks this (`isKnownSite`), loaded with the first address.
 */
export function useSites(inside: Route<never, 'type' | 'url'>, knownSiteRoute: AnyRoute) {
  const app = useApp();
  const isKnown = async (address: string) => {
    if (!app.platform.origin) return false; // in a partner's page, which opens other sites itself
    const isKnown = (await app.bring(knownSiteRoute)) as unknown as typeof isKnownSite | undefined;
    return !!(await isKnown?.(app, address));
  };
  return async (address: string) => {
    if (await isKnown(address)) app.nav.go(inside, { url: address });
    else app.platform.leave(address);
  };
}
