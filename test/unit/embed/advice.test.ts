import { readFileSync } from 'node:fs';
import { Window } from 'happy-dom';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { mistakes } from '../../../src/embed/advice/words';
import type { Advice } from '../../../src/embed/host';

/** A page with an element on which something went wrong, and what its console says. */
async function open(attributes: Record<string, string> = {}) {
  const window = new Window({ url: 'https://shop.test/' });
  const { document } = window;
  Object.assign(globalThis, {
    window,
    document,
    location: window.location,
    parent: window,
    addEventListener() {},
  });
  const { advise } = await import('../../../src/embed/advice/advise');
  const element = document.createElement('cloudphone-wallet') as any;
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  const say = (advice: Advice) => {
    const said: string[] = [];
    const before = console.warn;
    console.warn = (text: string) => said.push(text);
    advise(advice, element, 'en');
    console.warn = before;
    assert.is(said.length, 1, 'one line for one failure');
    return said[0]!;
  };
  return { say, element };
}

test('a mistake is one line: what happened, what was given, what to do, and where it is explained', async () => {
  const { say } = await open();
  const said = say({
    code: 'token_fetch_failed',
    given: '/cp/embed-token answered 502 signature_wrong',
    status: 502,
  });
  assert.match(said, /^Cloudphone: <cloudphone-wallet> token_fetch_failed\. /);
  assert.match(said, 'Given: /cp/embed-token answered 502 signature_wrong.');
  assert.match(said, '{"token": "et_…", "expiresIn": 300, "subject": "…"}');
  assert.match(said, /\/v1\/mistakes\.html#token_fetch_failed$/);
});

test('it says what there is: routes, and the origin that the page has', async () => {
  const { say } = await open();
  const route = say({ code: 'route_unknown', given: '/balance', allowed: ['pages/a', 'pages/b'] });
  assert.match(route, 'Given: /balance. Valid: pages/a, pages/b.');
  assert.match(say({ code: 'origin_mismatch' }), 'the page’s origin is https://shop.test');
});

test('it sees what was meant: a name written otherwise, a function as text, a token', async () => {
  const meant = async (attributes: Record<string, string>) =>
    (await open(attributes)).say({ code: 'fetch_token_missing' });
  assert.match(
    await meant({ token_endpoint: '/x' }),
    'The attribute token_endpoint does not exist. Did you mean token-endpoint?',
  );
  assert.match(await meant({ tokenendpoint: '/x' }), 'Did you mean token-endpoint?');
  assert.match(await meant({ fetchtoken: '() => {}' }), ':fetchToken.prop=');
  assert.match(await meant({ token: 'et_x' }), 'The attribute token does not exist.');
});

test('a customer who is not connected gets a link to our own origin, whatever the page says it is', async () => {
  const { say, element } = await open();
  const root = element.attachShadow({ mode: 'open' });
  root.innerHTML = '<div class="w"><p>Connect</p><button>Try again</button></div>';
  element.state = 'error';
  const linked = (connectUrl: string) => {
    root.querySelector('a')?.remove();
    say({ code: 'member_not_linked', connectUrl });
    return root.querySelector('a')?.href as string | undefined;
  };
  const way = '/#/pages/mine/connectPartner?request=abc.def';
  const href = linked(`https://localhost:8080${way}`)!;
  assert.ok(href.endsWith(way) && !href.includes('8080'), href);
  assert.not.match(linked(`https://evil.example${way}`)!, 'evil.example');
  assert.is(linked('https://evil.example/other'), undefined);
  assert.is(
    root.querySelector('.w').lastElementChild.localName,
    'button',
    'the way on comes before trying again',
  );
});

test('the documents for partners name every code that the console logs', () => {
  for (const file of ['docs/embedding/errors.md', 'docs/embedding/zh/errors.md'])
    for (const code of Object.keys(mistakes))
      assert.match(readFileSync(file, 'utf8'), `\`${code}\``, `${file}: ${code}`);
});

test.run();
