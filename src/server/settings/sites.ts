import { isSite } from '../../contract/site/site';

/** Checks WEB_VIEW_ORIGINS: adds the problem of each invalid one to `mistakes`. */
export function readSites(origins: string[], publicUrl: string, mistakes: string[]): string[] {
  for (const one of origins) {
    if (!isSite(one))
      mistakes.push(
        `WEB_VIEW_ORIGINS: ${one} is not an origin like https://help.example (lower case, no path; http only for localhost)`,
      );
    else if (URL.canParse(publicUrl) && new URL(publicUrl).origin === one)
      mistakes.push(`WEB_VIEW_ORIGINS: ${one} is our own`);
  }
  return origins;
}
