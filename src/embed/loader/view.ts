import { type CloudPhoneEmbedError, isChinese } from './errors';

/** The styles of an embed until its code has loaded, and when it does not load. */
const looks = `:host{all:initial;display:block;direction:ltr;color:inherit;color-scheme:inherit}
.w{all:initial;display:block;padding:16px;color:inherit;font:15px/1.5 system-ui;text-align:center}
.w i{display:block;height:96px;margin-bottom:12px;border-radius:14px;background:#8883}
.w a,.w button{display:inline-block;padding:10px 18px;border:1px solid;border-radius:12px;background:none;color:inherit;font:inherit}
:host([hidden]),:host([ended]),[hidden]{display:none}`;

/**
 * Adds style sheets to a root, by their texts, once each: constructed ones, which no Content-Security-Policy minds; on engines without
 * them, elements with the page's nonce. `made`: those that any embed of the page has constructed.
 */
export function createSheets(
  root: ShadowRoot,
  nonce: () => string | undefined,
  made: Map<string, CSSStyleSheet>,
): (texts: readonly string[]) => void {
  const has = new Set(['']);
  return (texts) => {
    for (const text of texts) {
      if (has.has(text)) continue;
      has.add(text);
      try {
        let sheet = made.get(text);
        if (!sheet) {
          sheet = new CSSStyleSheet();
          sheet.replaceSync(text);
          made.set(text, sheet);
        }
        root.adoptedStyleSheets = [...root.adoptedStyleSheets, sheet];
      } catch {
        const style = document.createElement('style');
        style.nonce = nonce() ?? document.querySelector<HTMLElement>('script[nonce]')?.nonce ?? '';
        style.textContent = text;
        root.append(style);
      }
    }
  };
}

/** The view of an embed without its code: waiting, failed, or nothing. */
export interface View {
  wait(): void;
  /** Links to where else it goes on are added by the file of advice. */
  fail(error: CloudPhoneEmbedError, locale: string, retry: () => void): void;
  clear(): void;
}

export function createView(root: ShadowRoot, adopt: (texts: string[]) => void): View {
  const make = (name: string, about = {}) => Object.assign(document.createElement(name), about);
  const box = make('div', { className: 'w' });
  const alert = make('p');
  alert.setAttribute('role', 'alert'); // there from the start, so that what it says is announced
  box.setAttribute('part', 'status');
  adopt([looks]);
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
    fail({ displayMessage, retryable }, locale, retry) {
      show(
        displayMessage,
        ...(retryable
          ? [make('button', { textContent: isChinese(locale) ? '重试' : 'Try again', onclick: retry })]
          : []),
      );
    },
  };
}
