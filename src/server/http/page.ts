import { escapeHtml } from '../kernel/html';

/** Configuration that the page passes to the app. */
export interface PageConfig {
  /** Base address of the calls. */
  base: string;
  secret: string;
  /** Whether the end of a session is shown in a toast (spec §4). Absent: the phone's own setting. */
  jump?: boolean;
  /** Where pictures are, as `<url>/<id>`. Absent: at the gateway. */
  cloudStore?: string;
  /** Base URL of the deployment's own services (spec §7, the plain helper). Absent: there are none. */
  services?: string;
}

const meta = /(<meta\s+name=["']?cloudphone["']?\s+content=)("[^"]*"|'[^']*'|[^\s>]*)/i;

/** The preview picture of links to us, which needs an absolute address. */
const image = /(<meta property="og:image" content=")(\/[\w.-]+)/;

/** Writes the configuration into the page's `<meta name="cloudphone">`. `origin`: our address as members see it. */
export const configure = (html: string, config: PageConfig, origin: string): string =>
  html
    .replace(meta, (_all, before: string) => `${before}"${escapeHtml(JSON.stringify(config))}"`)
    .replace(image, (_all, before: string, path: string) => before + escapeHtml(new URL(path, origin).href));

/**
 * The page with a sentence above everything, for a copy in which nothing leaves. The browser's own style of `mark` stands out in both schemes;
 * the page's content policy permits no style of its own here.
 */
export const noted = (html: string, note: string): string =>
  html.replace(/(?=<div id=["']?skeleton\b)/, () => `<p role="note"><mark>${escapeHtml(note)}</mark></p>`);
