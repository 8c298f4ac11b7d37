import type { Figure } from '../../contract/embed/embed';
import type { Locale } from '../../contract/wire/locale';
import { type CloudPhoneEmbedError, words } from './errors';

/** The styles of an embed while its code is loading, and if it cannot be loaded; nothing around it moves when the content arrives. */
export const looks = (
  minHeight: number,
) => `:host{all:initial;display:block;direction:ltr;color:inherit;color-scheme:inherit;min-block-size:var(--cp-min-height,${minHeight}px)}
.w{all:initial;display:block;padding:16px;color:inherit;font:15px/1.5 system-ui;text-align:center}
.w i,.w dl{display:block;min-height:96px;margin:0 0 12px;border-radius:14px;background:#8883}
.w dl{padding:16px;text-align:start}
.w dd{margin:0 0 8px;font-weight:700}
.w dd:nth-child(2){font-size:36px;line-height:1.22}
.w a,.w button{display:inline-block;padding:10px 18px;border:1px solid;border-radius:12px;background:none;color:inherit;font:inherit}
:host([hidden]),:host([ended]),[hidden]{display:none}`;

/** The file name of a style sheet, derived from its text. The build uses it too. */
export function sheetFile(text: string): string {
  let hash = text.length;
  for (let at = 0; at < text.length; ) hash = (hash * 31 + text.charCodeAt(at++)) | 0;
  return `${hash >>> 0}.css`;
}

/**
 * Adds style sheets to a root by their texts, each once, and resolves when they are applied. Uses constructed sheets, which no
 * Content-Security-Policy blocks; in engines without them (below Chrome 73 and Safari 16.4) their files, from `base`, because our own
 * page blocks inline styles. `made`: the sheets that any embed of the page has constructed.
 */
export function createSheets(
  root: ShadowRoot,
  base: string,
  nonce: () => string | undefined,
  made: Map<string, CSSStyleSheet>,
): (texts: readonly string[]) => Promise<unknown> {
  const has = new Map<string, unknown>([['', 0]]);
  const add = (text: string) => {
    try {
      let sheet = made.get(text);
      if (!sheet) {
        sheet = new CSSStyleSheet();
        sheet.replaceSync(text);
        made.set(text, sheet);
      }
      root.adoptedStyleSheets = [...root.adoptedStyleSheets, sheet];
    } catch {
      return new Promise((resolve) => {
        const link = document.createElement('link');
        link.rel = 'stylesheet';
        link.nonce = nonce() ?? document.querySelector<HTMLElement>('script[nonce]')?.nonce ?? '';
        link.onload = link.onerror = resolve; // it works without its styles
        link.href = base + sheetFile(text);
        root.append(link);
      });
    }
  };
  return (texts) => {
    for (const text of texts) if (!has.has(text)) has.set(text, add(text));
    return Promise.all(texts.map((text) => has.get(text)));
  };
}

/** The view of an embed without its code: loading, failed, or empty. */
export interface View {
  wait(): void;
  /** The first balances, while the code is still loading. */
  preview(figures: readonly Figure[]): void;
  /** The advice file adds links to continue elsewhere. */
  fail(error: CloudPhoneEmbedError, locale: Locale, retry: () => void): void;
  /** A link that opens a tab, above the content, if the browser has blocked the tab. */
  offer(url: string, locale: Locale): void;
  clear(): void;
}

export function createView(root: ShadowRoot): View {
  const make = (name: string, about = {}) => Object.assign(document.createElement(name), about);
  const box = make('div', { className: 'w' });
  const alert = make('p');
  alert.setAttribute('role', 'alert'); // present from the start, so that screen readers announce its text
  box.setAttribute('part', 'status');
  root.append(box);
  const show = (text: string, ...more: Element[]) => {
    box.textContent = '';
    alert.textContent = text;
    box.append(alert, ...more);
    box.hidden = !text && !more.length;
  };
  return {
    clear: () => show(''),
    wait: () => show('', make('i'), make('i'), make('i')),
    preview(figures) {
      const list = make('dl');
      for (const [name, amount] of figures)
        list.append(make('dt', { textContent: name }), make('dd', { textContent: amount }));
      if (figures.length) show('', list, make('i'));
    },
    offer(href, locale) {
      const link = make('a', { href, target: '_blank', rel: 'noopener', textContent: words[locale][5] });
      link.onclick = (event) => {
        event.stopPropagation(); // the page has already decided
        show('');
      };
      show('', link);
      link.focus();
    },
    fail({ displayMessage, retryable }, locale, retry) {
      show(
        displayMessage,
        ...(retryable ? [make('button', { textContent: words[locale][4], onclick: retry })] : []),
      );
    },
  };
}
