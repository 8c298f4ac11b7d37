// Written by hand and served as it is, by the example partner or by any static server with config.json beside it. preact and htm come
// from Cloudphone's gateway, whose scripts it runs. A gateway that only the address names needs a confirmation first.

import { localeOf, locales, words } from './playground-words.js';

const { dataset } = document.body;
const address = new URLSearchParams(location.search);
const widgets = dataset.widgets.split(' ');

const first = localeOf(address.get('lang') ?? navigator.language);

/** Asks for the gateway without running any of its code; the result is a new address of this page. */
function ask({ gateway = '', partner = '', problem = '' }) {
  const text = words[first];
  const make = (name, about, ...inside) => {
    const made = Object.assign(document.createElement(name), about);
    made.append(...inside);
    return made;
  };
  const field = (label, about) => make('label', {}, `${label} `, make('input', { required: true, ...about }));
  return new Promise((settle) => {
    const form = make(
      'form',
      { className: 'ask' },
      make('h1', { textContent: text.title }),
      make('p', { role: 'alert', textContent: problem }),
      field(text.gateway, {
        name: 'gateway',
        type: 'url',
        value: gateway,
        placeholder: 'https://embed.cloudphone.example',
      }),
      field(text.partner, { name: 'partner', value: partner, placeholder: 'p_123' }),
      make('button', { textContent: text.load }),
    );
    form.onsubmit = (event) => {
      event.preventDefault();
      const given = Object.fromEntries(new FormData(form));
      history.replaceState(
        null,
        '',
        `?${new URLSearchParams([...address].filter(([name]) => !given[name]).concat(Object.entries(given)))}`,
      );
      form.remove();
      settle({ gateway: new URL(given.gateway).origin, partner: given.partner });
    };
    document.body.prepend(form);
  });
}

/** The origin of the scripts, the partner, and the source of tokens. */
async function settings() {
  if (dataset.embeds)
    return {
      gateway: dataset.embeds,
      partner: dataset.partner,
      tokenEndpoint: '/cp/embed-token',
      who: dataset.who,
      served: true,
    };
  const own = await fetch('config.json').then((answer) => answer.json());
  const [gateway, partner] = [address.get('gateway'), address.get('partner')];
  if (own.gateway && (!gateway || gateway === own.gateway))
    return { ...own, partner: partner ?? own.partner };
  return { ...own, ...(await ask({ gateway: gateway ?? '', partner: partner ?? own.partner })) };
}

const config = await settings();
const load = ({ gateway }) =>
  Promise.all([import(`${gateway}/v1/html.js`), import(`${gateway}/v1/embed.js`)]).catch(() => {});
let loaded = await load(config);
while (!loaded) {
  const text = words[first];
  const problem = `${config.gateway} ${text.failed}`;
  loaded = await load(Object.assign(config, await ask({ ...config, problem })));
}
const [{ html, render, useEffect, useRef, useState }] = loaded;
const { gateway } = config;

const themes = {
  none: undefined,
  harbour: { 'color-primary': '#0b5c86', 'color-on-primary': '#ffffff', radius: '6px' },
  night: {
    'color-primary': '#c9b6ff',
    'color-on-primary': '#1d1233',
    'color-bg': '#15121d',
    'color-surface': '#211c2d',
    'color-text': '#f2eefb',
    'color-text-muted': '#b8afca',
    'color-border': '#3a3349',
    scheme: 'dark',
  },
  kraft: {
    'color-primary': '#a3330b',
    'color-on-primary': '#ffffff',
    'color-bg': '#f3e9da',
    'color-surface': '#fffaf1',
    radius: '0',
  },
  meadow: {
    'color-primary': '#3f6212',
    'color-on-primary': '#ffffff',
    'font-family': 'Georgia, serif',
    'font-size': '18px',
    radius: '24px',
  },
  ink: {
    'color-primary': '#111111',
    'color-on-primary': '#ffffff',
    'color-strong': '#111111',
    'color-on-strong': '#ffffff',
    'border-width': '1px',
    radius: '2px',
  },
};
/** Possible mistakes, and the attributes that cause them. */
const mistakes = {
  none: {},
  noEndpoint: { 'token-endpoint': null },
  misspelled: { 'token-endpoint': null, token_endpoint: '/cp/embed-token' },
  wrongEndpoint: { 'token-endpoint': '/cp/nothing' },
  wrongRoute: { route: '/balance' },
  wrongMode: { mode: 'frame' },
  wrongPartner: { mode: 'iframe', partner: 'p_nobody' },
  wrongRadius: { theme: { radius: 'potato' } },
  unreadable: { theme: { 'color-text': '#eeeeee' } },
};
const events =
  'loadstart ready content routechange leave error deprecation balance-changed withdraw-submitted work-order-created notice-unread event destroyed'.split(
    ' ',
  );

const pascal = (name) => name.replace(/(^|-)(\w)/g, (_, _dash, letter) => letter.toUpperCase());
/** The same embed in six frameworks. */
const dialects = {
  HTML: ({ widget, mode, lang, theme }) => `<script type="module" src="${gateway}/v1/embed.js"></script>
<cloudphone-${widget} partner="${config.partner}" token-endpoint="/cp/embed-token" locale="${lang}" mode="${mode}"></cloudphone-${widget}>
${
  theme
    ? `<style>\n  cloudphone-${widget} {\n${Object.entries(theme)
        .map(([name, value]) => `    --cp-${name}: ${value};`)
        .join('\n')}\n  }\n</style>`
    : ''
}`,
  JavaScript: ({ widget, mode, lang, theme }) => `const { mount } = await import('${gateway}/v1/embed.js');
mount('${widget}', '#here', ${JSON.stringify({ partner: config.partner, tokenEndpoint: '/cp/embed-token', locale: lang, mode, theme }, null, 2)});`,
  React: ({ widget, mode, lang, theme }) => `import { load } from '@cloudphone/embed';
import { ${pascal(widget)} } from '@cloudphone/embed/react';

load('${gateway}').catch(() => {});
<${pascal(widget)} partner="${config.partner}" tokenEndpoint="/cp/embed-token" locale="${lang}" mode="${mode}"${theme ? `\n  theme={${JSON.stringify(theme)}}` : ''} />`,
  Vue: ({
    widget,
    mode,
    lang,
    theme,
  }) => `// app.use(cloudphone) of '@cloudphone/embed/vue', isCustomElement in vite.config.ts
<cloudphone-${widget} partner="${config.partner}" token-endpoint="/cp/embed-token" locale="${lang}" mode="${mode}"
  v-cloudphone='{ theme: ${JSON.stringify(theme ?? {})} }' @cp-error="report" />`,
  Svelte: ({ widget, mode, lang, theme }) => `// import { cloudphone } from '@cloudphone/embed/svelte';
<cloudphone-${widget} partner="${config.partner}" token-endpoint="/cp/embed-token" locale="${lang}" mode="${mode}"
  use:cloudphone={{ theme: ${JSON.stringify(theme ?? {})} }} oncp-error={report}></cloudphone-${widget}>`,
  Angular: ({ widget, mode, lang, theme }) => `// imports: [Cloudphone], from '@cloudphone/embed/angular'
// readonly theme = ${JSON.stringify(theme ?? {})};
<cloudphone-${widget} partner="${config.partner}" token-endpoint="/cp/embed-token" locale="${lang}" mode="${mode}"
  [theme]="theme" (cp-error)="report($event)"></cloudphone-${widget}>`,
};

const Choice = ({ label, value, options, pick }) => html`
  <label>${label} <select value=${value} onChange=${({ target }) => pick(target.value)}>
    ${Object.entries(options).map(([name, text]) => html`<option value=${name}>${text}</option>`)}
  </select></label>
`;
/** Names that are the same in every language. */
const plain = (names) => Object.fromEntries(names.map((name) => [name, name]));

/** The element itself, created anew for every choice, as a page would have written it. */
function Widget({ widget, mode, lang, theme, wrong, token }) {
  const box = useRef(null);
  useEffect(() => {
    const element = document.createElement(`cloudphone-${widget}`);
    const attributes = {
      partner: config.partner,
      'token-endpoint': config.tokenEndpoint || null,
      locale: lang,
      mode,
      loading: 'eager',
      ...wrong,
    };
    for (const [name, value] of Object.entries(attributes))
      if (value !== null && name !== 'theme') element.setAttribute(name, value);
    element.theme = wrong.theme ?? theme;
    if (token) element.fetchToken = async () => ({ token, expiresIn: 300 });
    box.current.append(element);
    return () => element.remove();
  }, [widget, mode, lang, theme, wrong, token]);
  return html`<div ref=${box}></div>`;
}

function Playground() {
  const [widget, setWidget] = useState(address.get('widget') ?? widgets[0]);
  const [theme, setTheme] = useState(address.get('theme') ?? 'harbour');
  const [mode, setMode] = useState('shadow');
  const [lang, setLang] = useState(first);
  const [mistake, setMistake] = useState('none');
  const [dialect, setDialect] = useState('HTML');
  const [token, setToken] = useState('');
  const [log, setLog] = useState([]);
  const [hears, setHears] = useState(false);
  const text = words[lang];
  const note = (line) => setLog((all) => [line, ...all].slice(0, 50));
  useEffect(() => {
    for (const name of events)
      document.addEventListener(`cp-${name}`, ({ type, detail }) =>
        note(`${type} ${detail.error ? detail.error.message : JSON.stringify(detail)}`),
      );
    const warn = console.warn;
    console.warn = (...said) => {
      warn(...said);
      note(`console.warn ${said.join(' ')}`);
    };
    setHears(true); // the widget is created only now, so that no event is missed
  }, []);
  useEffect(() => {
    document.documentElement.lang = locales[lang].header.replace('_', '-');
  }, [lang]);
  const about = { widget, mode, lang, theme: themes[theme] };
  const languages = Object.fromEntries(Object.entries(locales).map(([locale, { name }]) => [locale, name]));
  const useToken = (event) => {
    event.preventDefault();
    setToken(new FormData(event.target).get('token').trim());
  };
  return html`
    <header>
      <h1>${text.title}</h1>
      <span class="label">${text.label}</span>
      <p>${config.served ? `${text.who} ${config.who || text.nobody}${text.stop}` : ''}${text.about}</p>
      ${config.served && html`<nav><a href="/">${text.shop}</a></nav>`}
    </header>
    <main>
      <section class="choices">
        <form>
          <${Choice} label=${text.widget} value=${widget} options=${plain(widgets)} pick=${setWidget} />
          <${Choice} label=${text.theme} value=${theme} options=${plain(Object.keys(themes))} pick=${setTheme} />
          <${Choice} label=${text.lang} value=${lang} options=${languages} pick=${setLang} />
          <${Choice} label=${text.mode} value=${mode} options=${plain(['shadow', 'iframe'])} pick=${setMode} />
          <${Choice} label=${text.mistake} value=${mistake} options=${text.mistakes} pick=${setMistake} />
          <${Choice} label=${text.dialect} value=${dialect} options=${plain(Object.keys(dialects))} pick=${setDialect} />
        </form>
        ${
          !config.tokenEndpoint &&
          html`<form onSubmit=${useToken}>
            <label>${text.token} ${location.origin} <input name="token" type="password" autocomplete="off" /></label>
            <button>${text.use}</button>
          </form>`
        }
      </section>
      <section class="shown">${hears && html`<${Widget} ...${about} token=${token} wrong=${mistakes[mistake]} />`}</section>
      <section>
        <pre tabindex="0"><code>${dialects[dialect](about)}</code></pre>
        <h2 id="log">${text.log}</h2>
        <ol aria-labelledby="log" tabindex="0">${log.map((line) => html`<li>${line}</li>`)}</ol>
      </section>
    </main>
  `;
}

render(html`<${Playground} />`, document.getElementById('shop'));
