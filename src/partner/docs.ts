import { readFile } from 'node:fs/promises';
import path from 'node:path';

/** A file of the documents, as the shop's server sends it. */
interface Document {
  type: string;
  body: Buffer;
}

const types: Record<string, string> = {
  html: 'text/html; charset=utf-8',
  css: 'text/css; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  json: 'application/json; charset=utf-8',
  png: 'image/png',
  webp: 'image/webp',
};

/** The documents for partners, from the folder `root` (`npm run docs`): a file below `/docs/`, or undefined. */
export async function documentAt(root: string, url: string): Promise<Document | undefined> {
  const [, file, ending = ''] =
    /^\/docs\/((?:(?:en|zh)\/)?[\w-]+\.(html|css|js|json|png|webp))$/.exec(url) ?? [];
  const type = types[ending];
  if (!file || !type) return;
  const body = await readFile(path.join(root, file)).catch(() => undefined);
  return body && { type, body };
}

/** The target of `/docs` for a reader of this language. */
export const docsHome = (language = ''): string => `/docs/${/^zh/i.test(language) ? 'zh' : 'en'}/index.html`;

/** Where an address leads that is no page itself: to the documents in the reader's language, or to the theme editor of the gateway. */
export function leadingTo(url: string, gateway: string, language?: string): string | undefined {
  if (/^\/docs\/?$/.test(url)) return docsHome(language);
  return url === '/theme-editor' ? `${gateway}/partners/#/theme` : undefined;
}
