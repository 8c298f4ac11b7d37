// Written by hand and served as it is: preact and htm come from Cloudphone's bundle.
import { html, render, useEffect, useRef, useState } from '%EMBEDS%/v1/html.js';

const { partner, embeds, who } = document.body.dataset;
const widgets =
  'wallet work-orders notices devices orders points chat accounts logs feed shop promotion invitation declarations'.split(
    ' ',
  );
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
/** What may be wrong, and how an element has it. */
const mistakes = {
  none: {},
  'no token endpoint': { 'token-endpoint': null },
  'an attribute written otherwise': { 'token-endpoint': null, token_endpoint: '/cp/embed-token' },
  'an endpoint that is not there': { 'token-endpoint': '/cp/nothing' },
  'a route that there is none of': { route: '/balance' },
  'a mode that there is none of': { mode: 'frame' },
  'another partner, in a frame': { mode: 'iframe', partner: 'p_nobody' },
  'a radius that is none': { theme: { radius: 'potato' } },
  'text that nobody can read': { theme: { 'color-text': '#eeeeee' } },
};
const events =
  'loadstart ready content routechange error balance-changed withdraw-submitted work-order-created notice-unread event destroyed'.split(
    ' ',
  );

const pascal = (name) => name.replace(/(^|-)(\w)/g, (_, _dash, letter) => letter.toUpperCase());
/** The same in six ways of writing. */
const dialects = {
  HTML: ({ widget, mode, lang, theme }) => `<script type="module" src="${embeds}/v1/embed.js"></script>
<cloudphone-${widget} partner="${partner}" token-endpoint="/cp/embed-token" locale="${lang}" mode="${mode}"></cloudphone-${widget}>
${
  theme
    ? `<style>\n  cloudphone-${widget} {\n${Object.entries(theme)
        .map(([name, value]) => `    --cp-${name}: ${value};`)
        .join('\n')}\n  }\n</style>`
    : ''
}`,
  JavaScript: ({ widget, mode, lang, theme }) => `const { mount } = await import('${embeds}/v1/embed.js');
mount('${widget}', '#here', ${JSON.stringify({ partner, tokenEndpoint: '/cp/embed-token', locale: lang, mode, theme }, null, 2)});`,
  React: ({ widget, mode, lang, theme }) => `import { load } from '@cloudphone/embed';
import { ${pascal(widget)} } from '@cloudphone/embed/react';

load('${embeds}').catch(() => {});
<${pascal(widget)} partner="${partner}" tokenEndpoint="/cp/embed-token" locale="${lang}" mode="${mode}"${theme ? `\n  theme={${JSON.stringify(theme)}}` : ''} />`,
  Vue: ({
    widget,
    mode,
    lang,
    theme,
  }) => `// app.use(cloudphone) of '@cloudphone/embed/vue', isCustomElement in vite.config.ts
<cloudphone-${widget} partner="${partner}" token-endpoint="/cp/embed-token" locale="${lang}" mode="${mode}"
  v-cloudphone='{ theme: ${JSON.stringify(theme ?? {})} }' @cp-error="report" />`,
  Svelte: ({ widget, mode, lang, theme }) => `// import { cloudphone } from '@cloudphone/embed/svelte';
<cloudphone-${widget} partner="${partner}" token-endpoint="/cp/embed-token" locale="${lang}" mode="${mode}"
  use:cloudphone={{ theme: ${JSON.stringify(theme ?? {})} }} oncp-error={report}></cloudphone-${widget}>`,
  Angular: ({ widget, mode, lang, theme }) => `// schemas: [CUSTOM_ELEMENTS_SCHEMA]
// readonly theme = ${JSON.stringify(theme ?? {})};
<cloudphone-${widget} partner="${partner}" token-endpoint="/cp/embed-token" locale="${lang}" mode="${mode}"
  [theme]="theme" (cp-error)="report($event)"></cloudphone-${widget}>`,
};

const Choice = ({ label, value, options, pick }) => html`
  <label>${label} <select value=${value} onChange=${({ target }) => pick(target.value)}>
    ${options.map((name) => html`<option value=${name}>${name}</option>`)}
  </select></label>
`;

/** The element itself, made anew for every choice, as a page would have written it. */
function Widget({ widget, mode, lang, theme, wrong }) {
  const box = useRef(null);
  useEffect(() => {
    const element = document.createElement(`cloudphone-${widget}`);
    const attributes = {
      partner,
      'token-endpoint': '/cp/embed-token',
      locale: lang,
      mode,
      loading: 'eager',
      ...wrong,
    };
    for (const [name, value] of Object.entries(attributes))
      if (value !== null && name !== 'theme') element.setAttribute(name, value);
    element.theme = wrong.theme ?? theme;
    box.current.append(element);
    return () => element.remove();
  }, [widget, mode, lang, theme, wrong]);
  return html`<div ref=${box}></div>`;
}

function Playground() {
  const [widget, setWidget] = useState('wallet');
  const [theme, setTheme] = useState('harbour');
  const [mode, setMode] = useState('shadow');
  const [lang, setLang] = useState(navigator.language.startsWith('zh') ? 'zh' : 'en');
  const [mistake, setMistake] = useState('none');
  const [dialect, setDialect] = useState('HTML');
  const [log, setLog] = useState([]);
  const note = (line) => setLog((all) => [line, ...all].slice(0, 50));
  useEffect(() => {
    for (const name of events)
      document.addEventListener(`cp-${name}`, ({ type, detail }) =>
        note(`${type} ${detail.error ? detail.error.message : JSON.stringify(detail)}`),
      );
    const warn = console.warn;
    console.warn = (...words) => {
      warn(...words);
      note(`console.warn ${words.join(' ')}`);
    };
  }, []);
  const about = { widget, mode, lang, theme: themes[theme] };
  return html`
    <header>
      <h1>Playground</h1>
      <span class="label">SANDBOX · example partner</span>
      <p>Signed in as ${who || 'nobody: sign in on the first page'}. Pick a widget, and read the code for it; pick a mistake, and read what the console says.</p>
      <nav><a href="/">The shop</a></nav>
    </header>
    <main>
      <form>
        <${Choice} label="Widget" value=${widget} options=${widgets} pick=${setWidget} />
        <${Choice} label="Theme" value=${theme} options=${Object.keys(themes)} pick=${setTheme} />
        <${Choice} label="Language" value=${lang} options=${['en', 'zh']} pick=${setLang} />
        <${Choice} label="Mode" value=${mode} options=${['shadow', 'iframe']} pick=${setMode} />
        <${Choice} label="Mistake" value=${mistake} options=${Object.keys(mistakes)} pick=${setMistake} />
        <${Choice} label="Written in" value=${dialect} options=${Object.keys(dialects)} pick=${setDialect} />
      </form>
      <pre tabindex="0"><code>${dialects[dialect](about)}</code></pre>
      <div class="embeds"><section><${Widget} ...${about} wrong=${mistakes[mistake]} /></section></div>
    </main>
    <footer>
      <h2 id="log">What the page was told</h2>
      <ol aria-labelledby="log" tabindex="0">${log.map((line) => html`<li>${line}</li>`)}</ol>
    </footer>
  `;
}

render(html`<${Playground} />`, document.getElementById('shop'));
