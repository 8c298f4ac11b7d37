// Written by hand and served as it is: preact and htm come from Cloudphone's bundle. A sample of a partner's own shop.
import { html, render, useEffect, useState } from '%EMBEDS%/v1/html.js';
import { localeOf, locales, words } from './shop-words.js';

const { partner, who } = document.body.dataset;
const events =
  'loadstart ready content routechange leave error deprecation balance-changed withdraw-submitted work-order-created notice-unread event destroyed'.split(
    ' ',
  );
/** A frame inherits no styles: the tokens of the style sheet as an object. */
const tokens =
  'color-primary color-on-primary color-bg color-surface color-text color-text-muted color-border radius radius-control scheme'.split(
    ' ',
  );
const themeOf = () => {
  const style = getComputedStyle(document.body);
  const theme = {};
  for (const name of tokens) theme[name] = style.getPropertyValue(`--cp-${name}`).trim();
  return theme;
};

async function signIn(name) {
  await window.CloudPhone.logout();
  const headers = { 'Content-Type': 'application/json' };
  await fetch('/sign-in', { method: 'POST', headers, body: JSON.stringify({ who: name }) });
  location.reload();
}

const Choice = ({ label, value, options, pick }) => html`
  <fieldset>
    <legend>${label}</legend>
    ${Object.entries(options).map(
      ([name, text]) =>
        html`<button type="button" aria-pressed=${String(name === value)} onClick=${() => pick(name)}>${text}</button>`,
    )}
  </fieldset>
`;

function Shop() {
  const [lang, setLang] = useState(localeOf(navigator.language));
  const [theme, setTheme] = useState('harbour');
  const [mode, setMode] = useState('shadow');
  const [log, setLog] = useState([]);
  const text = words[lang];
  const languages = {};
  for (const [locale, { name }] of Object.entries(locales)) languages[locale] = name;
  const themes = { harbour: text.harbour, night: text.night, kraft: text.kraft };
  const pages = {
    '/': text.plainPage,
    '/strict': text.strictPage,
    '/react': text.reactPage,
    '/playground': text.playgroundPage,
    '/support': text.supportPage,
  };

  useEffect(() => {
    const heard = ({ type, target, detail }) => {
      const said = detail.error ? { code: detail.error.code, retryable: detail.error.retryable } : detail;
      setLog((all) => [
        `${target.localName.replace('cloudphone-', '')}: ${type} ${JSON.stringify(said)}`,
        ...all,
      ]);
    };
    for (const name of events) document.addEventListener(`cp-${name}`, heard);
  }, []);
  useEffect(() => {
    document.documentElement.lang = lang;
  }, [lang]);
  useEffect(() => {
    document.body.dataset.theme = theme;
    for (const element of document.querySelectorAll('.embeds section > :last-child'))
      element.theme = mode === 'iframe' ? themeOf() : undefined;
  }, [theme, mode]);

  return html`
    <header>
      <h1>Demo Shop</h1>
      <span class="label">${text.label}</span>
      <p>${text.about}</p>
      <nav>${Object.entries(pages).map(([path, name]) => html`<a href=${path}>${name}</a> `)}</nav>
    </header>
    <main>
      <form>
        <${Choice}
          label=${text.who}
          value=${who || 'nobody'}
          options=${{ demo: 'demo', democn: 'democn', newcomer: text.newcomer, nobody: text.nobody }}
          pick=${signIn}
        />
        <${Choice} label=${text.theme} value=${theme} options=${themes} pick=${setTheme} />
        <${Choice} label=${text.language} value=${lang} options=${languages} pick=${setLang} />
        <${Choice} label=${text.mode} value=${mode} options=${{ shadow: text.shadow, iframe: text.iframe }} pick=${setMode} />
      </form>
      <div class="embeds">
        <section>
          <h2>${text.wallet}</h2>
          <cloudphone-wallet partner=${partner} token-endpoint="/cp/embed-token" locale=${lang} mode=${mode} />
        </section>
        <section>
          <h2>${text.workOrders}</h2>
          <cloudphone-work-orders partner=${partner} token-endpoint="/cp/embed-token" locale=${lang} mode=${mode} />
        </section>
        <section>
          <h2>${text.notices}</h2>
          <cloudphone-notices partner=${partner} token-endpoint="/cp/embed-token" locale=${lang} mode=${mode} />
        </section>
      </div>
    </main>
    <footer>
      <h2 id="log">${text.log}</h2>
      <ol aria-labelledby="log" tabindex="0">
        ${log.slice(0, 100).map((line) => html`<li>${line}</li>`)}
      </ol>
    </footer>
  `;
}

render(html`<${Shop} />`, document.getElementById('shop'));
