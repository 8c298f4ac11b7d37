import { Window } from 'happy-dom';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { FetchToken } from '../../../src/embed/api';
import type { Advice, Host } from '../../../src/embed/host';
import { createBrokers } from '../../../src/embed/loader/broker';
import { CloudPhoneEmbedError } from '../../../src/embed/loader/errors';
import type { Shared } from '../../../src/embed/loader/instance';

const asked = globalThis.fetch;
test.after.each(() => {
  globalThis.fetch = asked;
  document.body.textContent = ''; // an embed that failed would try again later, in the page of another test
});

/** A page of a partner, and behind it files that do what we tell them. */
async function open({ broken = false } = {}) {
  const window = new Window({ url: 'http://shop.test' });
  const { document, HTMLElement, CustomEvent, customElements, navigator } = window;
  Object.assign(globalThis, { window, document, HTMLElement, CustomEvent, customElements, navigator });
  globalThis.fetch = (async () => Response.json([])) as typeof fetch; // no first answers
  const { elementOf, mountInto } = await import('../../../src/embed/loader/element');
  const hosts: Host[] = [];
  const told: string[] = [];
  const advised: Advice[] = [];
  const files = { broken };
  const shared: Shared = {
    origin: 'http://ours.test',
    version: '1.2.3',
    files: 'http://ours.test/c/',
    runtime: 'runtime.js',
    heights: { wallet: 100 },
    filesOf: async (name) => [`${name}.js`],
    chunks: {
      text: async () => '{}',
      async load([file]) {
        if (file === 'advice.js') return [{ advise: (what: Advice) => advised.push(what) }];
        if (files.broken) throw new CloudPhoneEmbedError('script_load_failed');
        const show = (host: Host) => {
          hosts.push(host);
          const box = document.createElement('b') as unknown as HTMLElement;
          host.uncover();
          host.root.append(box);
          return {
            update: () => told.push(`update ${host.options.locale}`),
            navigate: (route: string) => told.push(route),
            refresh: () => told.push('refresh'),
            stop: () => box.remove(),
          };
        };
        return [{ show, css: '' }, { css: '' }];
      },
    },
    brokers: createBrokers((before) => {
      for (const one of [...shared.running]) one.restart(before);
    }),
    sheets: new Map(),
    defaults: {},
    running: new Set(),
  };
  const heard: string[] = [];
  for (const name of ['loadstart', 'ready', 'error', 'destroyed'])
    document.addEventListener(`cp-${name}`, (event: any) =>
      heard.push(name + (event.detail.error ? ` ${event.detail.error.code}` : '')),
    );
  const define = () => customElements.define('cloudphone-wallet', elementOf(shared, 'wallet') as never);
  const turns = async () => {
    for (let turn = 0; turn < 20; turn++) await new Promise((next) => setTimeout(next));
  };
  const fetchToken = async () => ({ token: 't', expiresIn: 300 });
  const body = document.body as unknown as HTMLElement;
  return {
    window,
    body,
    document,
    define,
    shared,
    hosts,
    heard,
    told,
    advised,
    turns,
    fetchToken,
    mountInto,
    files,
  };
}

test('an element that was there before the code, with a property set, begins with it', async () => {
  const { body, document, define, hosts, fetchToken, turns } = await open();
  const element = document.createElement('cloudphone-wallet') as any;
  element.fetchToken = fetchToken;
  element.locale = 'zh-CN';
  body.append(element);
  define();
  await turns();
  assert.is(hosts.length, 1);
  assert.is(hosts[0]!.locale, 'zh');
  assert.is(await hosts[0]!.token('use'), 't');
  assert.is(element.state, 'ready');
});

test('an embed says what its page uses: the release and the options that are set, also the page’s own', async () => {
  const { body, define, hosts, fetchToken, turns, mountInto, shared } = await open();
  define();
  shared.defaults.heading = 'Money';
  mountInto(shared, 'wallet', body, { fetchToken, loading: 'eager', locale: undefined });
  await turns();
  assert.equal(hosts[0]!.used().split(' ').sort(), ['1.2.3', 'fetchToken', 'heading', 'loading']);
});

test('the balances are shown before the code is there, and not again after it', async () => {
  const { body, document, define, hosts, fetchToken, turns, shared } = await open();
  const figures = [
    ['Balance', '¥5.00'],
    ['On hold', '<b>¥0.00</b>'],
  ];
  let answer = () => {};
  const answered = new Promise<void>((settle) => (answer = settle));
  globalThis.fetch = (async () => {
    await answered;
    return Response.json([{ path: 'p', input: {}, figures }]);
  }) as typeof fetch;
  let arrive = () => {};
  let runs = 0;
  const { load } = shared.chunks;
  const late = new Promise<void>((settle) => (arrive = settle));
  shared.chunks.load = (files) => {
    runs++;
    return late.then(() => load(files));
  };
  define();
  const element = document.createElement('cloudphone-wallet') as any;
  element.fetchToken = fetchToken;
  body.append(element);
  await turns();
  assert.is(runs, 0, 'running the code would delay the balances');
  answer();
  await turns();
  assert.is(runs, 1);
  const read = () => element.shadowRoot.textContent;
  assert.match(read(), /Balance¥5\.00On hold<b>¥0\.00<\/b>/);
  assert.is(element.state, 'loading');
  arrive();
  await turns();
  assert.is(hosts.length, 1);
  assert.not.match(read(), /Balance/);
});

test('an element that is put in before its properties are set, as frameworks do it, begins with them', async () => {
  const { body, document, define, heard, hosts, fetchToken, turns } = await open();
  define();
  const element = document.createElement('cloudphone-wallet') as any;
  element.setAttribute('loading', 'eager');
  body.append(element);
  element.fetchToken = fetchToken;
  await turns();
  assert.equal([heard, hosts.length], [['loadstart', 'ready'], 1]);
});

test('an embed that is moved goes on; one that is taken out is gone, and begins anew when it is put back', async () => {
  const { body, document, define, heard, hosts, turns, mountInto, shared, fetchToken } = await open();
  define();
  const handle = mountInto(shared, 'wallet', body, { fetchToken });
  await turns();
  const element = body.firstElementChild as HTMLElement;
  const corner = document.createElement('div') as unknown as HTMLElement;
  body.append(corner);
  corner.append(element);
  await turns();
  assert.is(handle.state, 'ready');
  assert.is(hosts.length, 1);
  element.remove();
  await turns();
  assert.is(handle.state, 'destroyed');
  assert.ok(hosts[0]!.signal.aborted);
  body.append(element);
  await turns();
  assert.is(handle.state, 'ready');
  assert.is(hosts.length, 2);
  assert.equal(heard, ['loadstart', 'ready', 'loadstart', 'ready']); // what is outside is heard by nobody
});

test('after a hundred embeds nothing is left of any', async () => {
  const { body, define, turns, mountInto, shared, fetchToken, hosts } = await open();
  define();
  for (let count = 0; count < 100; count++) {
    const handle = mountInto(shared, 'wallet', body, { fetchToken });
    await new Promise((next) => setTimeout(next));
    await handle.destroy();
    await handle.destroy();
  }
  await turns();
  assert.is(body.children.length, 0);
  assert.is(shared.running.size, 0);
  assert.ok(hosts.length > 50);
  assert.ok(hosts.every(({ signal, root }) => signal.aborted && !root.querySelector('b')));
});

test('an embed that is taken out while it loads never shows', async () => {
  const { body, define, turns, mountInto, shared, fetchToken, hosts, heard } = await open();
  define();
  const handle = mountInto(shared, 'wallet', body, { fetchToken });
  await handle.destroy();
  await turns();
  assert.is(hosts.length, 0);
  assert.is(heard.includes('ready'), false);
});

test('code that does not load is reported to the member and the page, and the retry works', async () => {
  const { body, define, turns, mountInto, shared, fetchToken, heard, files } = await open({ broken: true });
  define();
  const said: string[] = [];
  const handle = mountInto(shared, 'wallet', body, {
    fetchToken,
    locale: 'zh-CN',
    messages: {},
    onError: ({ error }) => {
      said.push(error.code, error.displayMessage);
      throw new Error("the page's own mistake");
    },
  });
  const before = console.error;
  console.error = () => {};
  await turns();
  console.error = before;
  assert.is(handle.state, 'error');
  assert.equal(said, ['script_load_failed', '加载失败，请稍后重试']);
  const root = body.firstElementChild!.shadowRoot!;
  assert.match(root.querySelector('[role=alert]')!.textContent!, '加载失败');
  files.broken = false;
  root.querySelector('button')!.click();
  await turns();
  assert.is(handle.state, 'ready');
  assert.equal(heard, ['loadstart', 'error script_load_failed', 'loadstart', 'ready']);
});

test('code that did not come is fetched again by itself once the phone is connected', async () => {
  const { window, body, define, turns, mountInto, shared, fetchToken, heard, files } = await open({
    broken: true,
  });
  define();
  const handle = mountInto(shared, 'wallet', body, { fetchToken });
  await turns();
  assert.is(handle.state, 'error');
  files.broken = false;
  window.dispatchEvent(new window.Event('online'));
  await turns();
  assert.is(handle.state, 'ready');
  assert.equal(heard, ['loadstart', 'error script_load_failed', 'loadstart', 'ready']);
  window.dispatchEvent(new window.Event('online'));
  await turns();
  assert.is(heard.length, 4, 'what is shown goes on');
  await handle.destroy();
});

test('a customer who is not signed in on the site is not asked for again by itself', async () => {
  const { window, body, define, turns, mountInto, shared, heard } = await open();
  define();
  const fetchToken = () => Promise.reject(Object.assign(new Error(), { status: 401 }));
  mountInto(shared, 'wallet', body, { fetchToken });
  await turns();
  assert.ok(heard.includes('error host_session_required'));
  const before = heard.length;
  window.dispatchEvent(new window.Event('online'));
  await turns();
  assert.is(heard.length, before);
});

test('an option that changes is told to what is shown; a route leads there', async () => {
  const { body, define, turns, mountInto, shared, fetchToken, told } = await open();
  define();
  const handle = mountInto(shared, 'wallet', body, { fetchToken, locale: 'en' });
  await turns();
  handle.update({ locale: 'zh-CN' });
  (body.firstElementChild as any).route = '/pages/mine/balance';
  await handle.refresh();
  assert.equal(told, ['update zh-CN', '/pages/mine/balance', 'update zh-CN', 'refresh']);
});

test('a page that leads on before the code is here finds the embed there', async () => {
  const { body, define, turns, mountInto, shared, fetchToken, hosts, told } = await open();
  define();
  const handle = mountInto(shared, 'wallet', body, { fetchToken, route: '/one' });
  handle.navigate('/two');
  await turns();
  assert.equal([hosts[0]!.options.route, told], ['/two', []]);
  handle.navigate('/three');
  assert.equal(told, ['/three']);
});

test('after logout an embed takes up no room; refresh or a changed option starts it for the next customer', async () => {
  const { body, define, turns, mountInto, shared, hosts } = await open();
  define();
  let who = 'ann';
  const handle = mountInto(shared, 'wallet', body, {
    fetchToken: async () => ({ token: who, expiresIn: 300 }),
  });
  await turns();
  const element = body.firstElementChild as any;
  element.embed.stop('logout');
  shared.brokers.clear();
  assert.is(handle.state, 'destroyed');
  assert.ok(element.hasAttribute('ended'));
  who = 'ben';
  await handle.refresh();
  await turns();
  assert.is(handle.state, 'ready');
  assert.not(element.hasAttribute('ended'));
  assert.is(await hosts[1]!.token('use'), 'ben');
  element.embed.stop('logout');
  element.theme = { radius: '4px' };
  await turns();
  assert.is(handle.state, 'ready');
  await handle.destroy();
  handle.update({ locale: 'en' });
  await handle.refresh();
  await turns();
  assert.is(handle.state, 'destroyed', 'one that is not in the page stays as it is');
});

test('refresh without a connection keeps what is shown, says so, and goes on when there is one', async () => {
  const { body, define, turns, mountInto, shared, heard, told } = await open();
  define();
  let online = true;
  const fetchToken = async () => {
    if (!online) throw new TypeError('Failed to fetch');
    return { token: `t${told.length}`, expiresIn: 300 };
  };
  const handle = mountInto(shared, 'wallet', body, { fetchToken });
  await turns();
  online = false;
  await handle.refresh();
  assert.is(handle.state, 'ready');
  assert.ok(body.firstElementChild!.shadowRoot!.querySelector('b'), 'what was read is still there');
  assert.ok(heard.includes('error token_fetch_failed'));
  online = true;
  await handle.refresh();
  assert.is(told.at(-1), 'refresh');
});

const answers: [string, FetchToken, code: string, given: RegExp][] = [
  [
    'in a box of its own',
    async () => ({ data: { token: 't' } }) as never,
    'token_fetch_failed',
    /answered \{data\}/,
  ],
  [
    'with what our server said to its own',
    () =>
      Promise.reject(Object.assign(new Error('is not the HMAC'), { status: 502, error: 'signature_wrong' })),
    'signature_wrong',
    /is not the HMAC 502 signature_wrong/,
  ],
  ['that nobody is signed in', () => Promise.reject({ status: 401 }), 'host_session_required', /401/],
  [
    'that the customer is not connected',
    () => Promise.reject({ status: 403, error: 'member_not_linked', connectUrl: 'https://ours.test/#/x' }),
    'member_not_linked',
    /403/,
  ],
];
for (const [what, fetchToken, code, given] of answers)
  test(`a page that answers ${what} gets ${code}, once, with the given value`, async () => {
    const { body, define, turns, mountInto, shared, hosts, advised } = await open();
    define();
    mountInto(shared, 'wallet', body, { fetchToken });
    await turns();
    assert.is(hosts.length, 0, 'code that could show nothing does not run');
    assert.is(advised.length, 1);
    const { code: said, given: what, message } = advised[0] as CloudPhoneEmbedError & Advice;
    assert.is(said, code);
    assert.match(String(what), given);
    assert.match(message, `${code} (${what}), see `);
  });

test('an element without a way to a token says so, and what it can be told of, in the page and the console', async () => {
  const { body, document, define, turns, advised } = await open();
  define();
  const element = document.createElement('cloudphone-wallet') as any;
  body.append(element);
  await turns();
  assert.equal(
    advised.map(({ code, given }) => [code, given]),
    [['fetch_token_missing', undefined]],
  );
});

test('a developer sees a mistake at once', async () => {
  const { body, define, mountInto, shared, fetchToken } = await open();
  define();
  const codeOf = (wrong: () => unknown) => {
    try {
      wrong();
    } catch (error) {
      return (error as CloudPhoneEmbedError).code;
    }
    return 'none';
  };
  assert.is(
    codeOf(() => mountInto(shared, 'purse' as never, body, { fetchToken })),
    'unknown_feature',
  );
  assert.is(
    codeOf(() => mountInto(shared, 'wallet', '#nowhere', { fetchToken })),
    'target_not_found',
  );
  assert.is(
    codeOf(() => mountInto(shared, 'wallet', body, {})),
    'fetch_token_missing',
  );
});

test('an embed that shows one customer begins anew when the page has signed another in', async () => {
  const { document, define, turns, hosts, heard } = await open();
  define();
  let who = 'ann';
  const fetchToken: FetchToken = async () => ({ token: who, expiresIn: 300, subject: who });
  const element = Object.assign(document.createElement('cloudphone-wallet') as any, {
    fetchToken,
    loading: 'eager',
  });
  document.body.append(element);
  await turns();
  who = 'ben';
  assert.is(await hosts[0]!.token('expired', 'ann'), 'ben');
  assert.ok(hosts[0]!.signal.aborted, 'what she saw is over, whatever it still waits for');
  await turns();
  assert.is(hosts.length, 2);
  assert.is(element.shadowRoot.querySelectorAll('b').length, 1);
  assert.is(await hosts[1]!.token('use'), 'ben');
  assert.equal(heard, ['loadstart', 'ready', 'loadstart', 'ready']);
});

/** An embed that is shown, and how often it asked to leave; `opens`: the tab that the browser opens, if it does. */
async function leaving(opens: object | null, more: object = {}) {
  const { window, document, define, turns, hosts } = await open();
  define();
  Object.assign(window, { open: () => opens });
  Object.assign(globalThis, { addEventListener() {} });
  const fetchToken: FetchToken = async () => ({ token: 't', expiresIn: 300 });
  const element = Object.assign(document.createElement('cloudphone-wallet') as any, {
    fetchToken,
    loading: 'eager',
    ...more,
  });
  document.body.append(element);
  await turns();
  const asked: string[] = [];
  document.addEventListener('cp-leave', ({ detail }: any) => asked.push(`${detail.reason} ${detail.url}`));
  const follow = (href: string) => {
    const link = Object.assign(document.createElement('a'), { href });
    hosts[0]!.root.append(link as never);
    const event = new window.MouseEvent('click', { bubbles: true, cancelable: true });
    link.dispatchEvent(event);
    return { link, goes: !event.defaultPrevented };
  };
  return { hosts, asked, follow, root: element.shadowRoot };
}

test('a link that leads out of an embed asks the page, and opens a tab that knows nothing of it', async () => {
  const { follow, asked } = await leaving(null);
  const { link, goes } = follow('http://ours.test/#/pages/mine/pay?orderNo=1');
  assert.equal([goes, link.target, link.rel], [true, '_blank', 'noopener']);
  follow('https://elsewhere.test/');
  assert.equal(asked, ['app http://ours.test/#/pages/mine/pay?orderNo=1', 'link https://elsewhere.test/']);
});

test('a page that answers onLeave with false leads the member itself', async () => {
  const { follow, hosts } = await leaving(null, { onLeave: () => false });
  assert.is(follow('http://ours.test/#/pages/mine/pay').goes, false);
  hosts[0]!.leave('http://ours.test/#/pages/mine/pay');
  assert.is(hosts[0]!.root.querySelector('.w a'), null);
});

test('a script’s navigation opens a tab, or shows a link where the browser opens none', async () => {
  const tab = { opener: 'us', location: { href: '' } };
  const opened = await leaving(tab);
  opened.hosts[0]!.leave('http://ours.test/#/pages/mine/pay');
  assert.equal(tab, { opener: null, location: { href: 'http://ours.test/#/pages/mine/pay' } } as never);

  const blocked = await leaving(null);
  blocked.hosts[0]!.leave('http://ours.test/#/pages/mine/pay');
  const link = blocked.root.querySelector('.w a');
  assert.equal(
    [link.href, link.target, link.textContent],
    ['http://ours.test/#/pages/mine/pay', '_blank', 'Open in a new tab'],
  );
  link.click();
  assert.equal(blocked.asked, ['app http://ours.test/#/pages/mine/pay'], 'the page is asked once');
});

test.run();
