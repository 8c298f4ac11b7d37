/** Trusted Types, in engines that have them. */
interface Policies {
  trustedTypes?: {
    createPolicy(
      name: string,
      rules: { createScriptURL(url: string): string },
    ): { createScriptURL(url: string): string };
  };
}

/** Only a file of our own origin becomes a script. */
function createScriptURL(url: string): string {
  if (new URL(url, location.href).origin !== location.origin) throw new TypeError(url);
  return url;
}

/** The address of a script as the page's Content-Security-Policy requires it (`app` in `server/http/security.ts`). */
export const trustedUrl = (url: string): string =>
  (window as Window & Policies).trustedTypes?.createPolicy('app', { createScriptURL }).createScriptURL(url) ??
  url;
