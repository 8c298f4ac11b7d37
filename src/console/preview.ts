import type { Preview } from './preview-messages';

// The page that the theme editor frames. The policy of this page lets nobody but the console frame it, so that what is told to the page
// above reaches nobody else; what comes from there is only taken from there.

const tell = (what: Preview['tells']) => parent.postMessage(what, '*');

let shown: (HTMLElement & { theme?: object; fetchToken?: () => Promise<object> }) | undefined;
let waiting: ((token: object) => void)[] = [];
/** Whether the embed has said something: it says each thing once, and a new one says it again. */
let warned = false;

function show({ feature, partner, locale, theme, scheme }: Preview['show']): void {
  document.documentElement.dataset.scheme = scheme;
  const name = `cloudphone-${feature}`;
  if (shown?.localName !== name || warned) {
    warned = false;
    shown?.remove();
    const made: NonNullable<typeof shown> = document.createElement(name);
    made.setAttribute('loading', 'eager');
    made.setAttribute('partner', partner);
    made.fetchToken = () =>
      new Promise((resolve) => {
        waiting.push(resolve);
        tell({ asks: 'token', feature });
      });
    shown = made;
  }
  shown.setAttribute('locale', locale);
  shown.theme = { ...theme, scheme };
  if (!shown.isConnected) document.body.append(shown);
}

const warn = console.warn;
console.warn = (...said: unknown[]) => {
  warn(...said);
  warned = true;
  tell({ says: said.join(' ') });
};
document.addEventListener('cp-error', (event) => {
  const { error } = (event as CustomEvent<{ error: { code: string; displayMessage: string } }>).detail;
  tell({ says: `${error.code}: ${error.displayMessage}` });
});
addEventListener('message', ({ source, data }: MessageEvent<Preview['hears']>) => {
  if (source !== parent) return;
  if ('show' in data) return show(data.show);
  for (const resolve of waiting) resolve(data.token);
  waiting = [];
});
tell({ asks: 'what to show' });
