// Written by hand and served as it is: preact and htm come from Cloudphone's bundle. A sample of a partner's own shop, which has words in two
// languages; what it shows of Cloudphone speaks every one.
import { html, render, useEffect, useState } from '%EMBEDS%/v1/html.js';

const { partner, who } = document.body.dataset;
const words = {
  en: {
    label: 'SANDBOX · example partner',
    about:
      'A site of somebody else, on another origin. Balances and orders below are Cloudphone’s demo data.',
    who: 'Signed in to this shop as',
    newcomer: 'newcomer (not connected)',
    nobody: 'nobody',
    theme: 'Theme',
    themes: { harbour: 'Harbour', night: 'Night', kraft: 'Kraft' },
    language: 'Language',
    mode: 'Shown in',
    modes: { shadow: 'the page', iframe: 'a frame' },
    wallet: 'Your earnings',
    'work-orders': 'Your questions',
    notices: 'News from Cloudphone',
    log: 'What the page was told',
    pages: {
      '/': 'No build step',
      '/strict': 'Strict policy',
      '/react': 'React',
      '/playground': 'Playground',
    },
  },
  zh: {
    label: '沙盒 · 合作方示例',
    about: '这是另一个来源上的第三方网站。下面的余额与订单是云手机的演示数据。',
    who: '本店登录身份',
    newcomer: '新顾客（未关联）',
    nobody: '未登录',
    theme: '主题',
    themes: { harbour: '海港', night: '夜色', kraft: '牛皮纸' },
    language: '语言',
    mode: '显示方式',
    modes: { shadow: '页面内', iframe: '框架内' },
    wallet: '我的收益',
    'work-orders': '我的工单',
    notices: '云手机公告',
    log: '页面收到的事件',
    pages: { '/': '无构建', '/strict': '严格策略', '/react': 'React', '/playground': '试用台' },
  },
};
const events =
  'loadstart ready content routechange leave error balance-changed withdraw-submitted work-order-created notice-unread event destroyed'.split(
    ' ',
  );
/** In a frame nothing is inherited: the tokens of the sheet as an object. */
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
  const [lang, setLang] = useState(navigator.language.startsWith('zh') ? 'zh' : 'en');
  const [theme, setTheme] = useState('harbour');
  const [mode, setMode] = useState('shadow');
  const [log, setLog] = useState([]);
  const text = words[lang];

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
      <nav>${Object.entries(text.pages).map(([path, name]) => html`<a href=${path}>${name}</a> `)}</nav>
    </header>
    <main>
      <form>
        <${Choice}
          label=${text.who}
          value=${who || 'nobody'}
          options=${{ demo: 'demo', democn: 'democn', newcomer: text.newcomer, nobody: text.nobody }}
          pick=${signIn}
        />
        <${Choice} label=${text.theme} value=${theme} options=${text.themes} pick=${setTheme} />
        <${Choice} label=${text.language} value=${lang} options=${{ en: 'English', zh: '中文' }} pick=${setLang} />
        <${Choice} label=${text.mode} value=${mode} options=${text.modes} pick=${setMode} />
      </form>
      <div class="embeds">
        <section>
          <h2>${text.wallet}</h2>
          <cloudphone-wallet partner=${partner} token-endpoint="/cp/embed-token" locale=${lang} mode=${mode} />
        </section>
        <section>
          <h2>${text['work-orders']}</h2>
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
