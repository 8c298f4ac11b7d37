import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { isSite, siteOf } from '../../src/contract/site/site';
import { service } from '../../src/contract/site/system';
import { embedToken } from '../../src/contract/site/web';
import type { Embedding, Platform } from '../../src/core/platform';
import * as web from '../../src/features/web/routes';
import { reply, visit } from '../support/visit';

const ours = 'https://cloudphone.example';
const list = [
  'https://help.example',
  'https://help.example:8443',
  'https://xn--bcher-kva.example',
  'http://localhost:8099',
];

/** The result of each address: opened as this; or refused with this name, or with none. */
const opened: Record<string, string> = {
  'https://help.example': 'https://help.example/',
  'https://help.example/a/b?q=%2F%2Fevil.example#top': 'https://help.example/a/b?q=%2F%2Fevil.example#top',
  'HTTPS://HELP.EXAMPLE/A': 'https://help.example/A',
  'https://Help.Example': 'https://help.example/',
  'https://help.example:443/x': 'https://help.example/x',
  'https://help.example:8443/': 'https://help.example:8443/',
  'https://bücher.example/': 'https://xn--bcher-kva.example/',
  'https://xn--bcher-kva.example/': 'https://xn--bcher-kva.example/',
  'http://localhost:8099/page': 'http://localhost:8099/page',
  'https://help.example/?next=https://user@evil.example':
    'https://help.example/?next=https://user@evil.example',
  'https://help.example/../..//evil.example': 'https://help.example//evil.example',
};
const refused: Record<string, string | undefined> = {
  'https://evil.example': 'evil.example',
  'http://help.example': 'help.example',
  'https://help.example:444': 'help.example:444',
  'https://help.example.': 'help.example.',
  'https://help.example./path': 'help.example.',
  'https://sub.help.example': 'sub.help.example',
  'https://help.example.evil.example': 'help.example.evil.example',
  'https://help.example@evil.example/': 'evil.example',
  'https://help.example:pass@evil.example/': 'evil.example',
  'https://user@help.example/': 'help.example',
  'https://user:pass@help.example/': 'help.example',
  'https://@help.example/': 'help.example',
  'https://help.example%2Eevil.example': 'help.example.evil.example',
  'https://help%2Eexample/': 'help.example',
  'https://evil.example\\@help.example/': 'evil.example',
  'https://help.example\\.evil.example/': 'help.example',
  'https:\\\\help.example': undefined,
  'https:/help.example': undefined,
  'https:help.example': undefined,
  'https:///help.example': undefined,
  '//help.example': undefined,
  '/pages/mine/balance': undefined,
  'help.example': undefined,
  'https://': undefined,
  'https://help.example:99999': undefined,
  ' https://help.example': undefined,
  'https://help.example ': 'help.example',
  'https://help\t.example/': 'help.example',
  'https://help.example/\n': 'help.example',
  'https://h\u0435lp.example/': 'xn--hlp-rdd.example', // a Cyrillic е
  'https://help\u3002example/x': undefined, // filled in below: an ideographic full stop
  'https://ｈｅｌｐ.example/': undefined, // filled in below: wide letters
  'https://bu\u0308cher.example.evil.example': 'xn--bcher-kva.example.evil.example',
  'data:text/html,<script>1</script>': undefined,
  'javascript:alert(1)': undefined,
  'JaVaScRiPt:alert(1)//https://help.example': undefined,
  'javascript://help.example/%0Aalert(1)': undefined,
  'blob:https://help.example/0b2d': undefined,
  'view-source:https://help.example': undefined,
  'ftp://help.example': undefined,
  'file:///etc/passwd': undefined,
  'about:blank': undefined,
  'filesystem:https://help.example/x': undefined,
  'ws://help.example': undefined,
  'https%3A%2F%2Fhelp.example': undefined,
  'https%253A%252F%252Fhelp.example': undefined,
  'https://%68elp.example': 'help.example',
  'https://cloudphone.example/#/pages/mine/balance': 'cloudphone.example',
  'https://CLOUDPHONE.example:443': 'cloudphone.example',
  'http://cloudphone.example': 'cloudphone.example',
  'http://localhost:8098': 'localhost:8098',
  'http://127.0.0.1:8099': '127.0.0.1:8099',
  'http://[::1]:8099': '[::1]:8099',
  'http://0x7f.1:8099': '127.0.0.1:8099',
};
// An address that browsers resolve to a listed site is that site, in whatever notation.
for (const same of ['https://help\u3002example/x', 'https://ｈｅｌｐ.example/']) {
  delete refused[same];
  opened[same] = same.endsWith('x') ? 'https://help.example/x' : 'https://help.example/';
}

test(`of ${Object.keys(opened).length + Object.keys(refused).length} addresses only listed ones are opened`, () => {
  for (const [address, url] of Object.entries(opened)) {
    const site = siteOf(address, list, ours);
    assert.is('url' in site && site.url, url, address);
    assert.is(site.host, new URL(url).host, address);
    assert.match(site.host!, /^[\x21-\x7e]+$/);
  }
});

test('all others are refused, by the name of their host where they have one', () => {
  for (const [address, host] of Object.entries(refused))
    assert.equal(siteOf(address, list, ours), host ? { refused: true, host } : { refused: true }, address);
});

test('our own origin is refused although it is on the list', () => {
  assert.equal(siteOf(`${ours}/x`, [ours], ours), { refused: true, host: 'cloudphone.example' });
  assert.ok('url' in siteOf(`${ours}/x`, [ours], undefined));
});

test('only an exact origin can be on the list', () => {
  for (const site of list) assert.ok(isSite(site), site);
  const wrong = [
    '*',
    'https://*.example',
    'https://a.example/',
    'https://A.example',
    'http://a.example',
    'https://a.example:443',
    'https://a;b',
    "https://a'",
    '',
  ];
  for (const one of wrong) assert.not.ok(isSite(one), one);
});

const known = (...origins: string[]) =>
  reply(service, {
    HasException: false,
    ObjectData: [{ c_class: 'webViewOrigins', c_value: origins.join(' ') }],
  });

test('a member sees whose page it is, in full, and the way out of the app', async () => {
  const left: string[] = [];
  const platform = { origin: ours, leave: (url: string) => void left.push(url) };
  const screen = await visit(web.webView, { url: 'https://bücher.example/a?b=c' }, [known(...list)], {
    platform,
  });
  const frame = await screen.until('the frame', () => screen.body.querySelector('iframe'));
  assert.is(screen.body.querySelector('h1')!.textContent, 'xn--bcher-kva.example');
  assert.equal(
    ['src', 'title', 'sandbox', 'referrerpolicy'].map((name) => frame!.getAttribute(name)),
    [
      'https://xn--bcher-kva.example/a?b=c',
      'xn--bcher-kva.example',
      'allow-scripts allow-forms allow-same-origin',
      'no-referrer',
    ],
  );
  await screen.tap('Open in browser');
  assert.equal(left, ['https://xn--bcher-kva.example/a?b=c']);
  screen.close();
});

test('a refused site is named, and nothing of it is loaded', async () => {
  const url = 'https://help.example@evil.example/';
  const screen = await visit(web.webView, { url }, [known(...list)], { platform: { origin: ours } });
  await screen.sees("evil.example can't be opened here");
  assert.not.match(screen.text(), 'help.example');
  assert.not.ok(screen.body.querySelector('iframe, a[href*=evil]'));
  screen.close();
});

test('a link that is no web page is reported', async () => {
  const screen = await visit(web.webView, { url: 'javascript:alert(1)' }, [known(...list)]);
  await screen.sees("This link can't be opened");
  assert.not.ok(screen.body.querySelector('iframe'));
  screen.close();
});

test('a list that did not come is asked for again', async () => {
  let online = false;
  const answer = known(...list);
  const replies = [reply(service, () => (online ? (answer.answer as any) : 'offline'))];
  const screen = await visit(web.webView, { url: 'https://help.example/' }, replies);
  await screen.sees("Couldn't load");
  assert.not.ok(screen.body.querySelector('iframe'));
  online = true;
  await screen.tap('Try again');
  await screen.until('the frame', () => screen.body.querySelector('iframe'));
  screen.close();
});

test('a member without a connection sees that in place of the frame', async () => {
  let online = false;
  let changed = () => {};
  const platform: Partial<Platform> = {
    isOnline: () => online,
    onOnline: (call) => {
      changed = call;
      return () => {};
    },
  };
  const screen = await visit(web.webView, { url: 'https://help.example/' }, [known(...list)], { platform });
  await screen.sees('The network is not strong');
  assert.not.ok(screen.body.querySelector('iframe'));
  online = true;
  changed();
  await screen.until('the frame', () => screen.body.querySelector('iframe'));
  screen.close();
});

test('a link with neither says what is missing', async () => {
  const screen = await visit(web.webView, {}, []);
  await screen.sees('This link is incomplete. Go back and open it again.');
  screen.close();
});

/** A place that can show embeds; `fail` says how not. */
function place(fail?: () => Error | undefined) {
  const events: string[] = [];
  let asked: Embedding | undefined;
  const embed: Platform['embed'] = async (feature, into, how) => {
    const error = fail?.();
    if (error) throw error;
    events.push(`mount ${feature} ${how.locale}`);
    asked = how;
    into.append('the embed');
    return { speak: (locale) => events.push(`speak ${locale}`), destroy: () => events.push('destroy') };
  };
  return { events, platform: { embed }, token: () => asked!.token() };
}

test('an embed is shown with a token for its feature, speaks as the page does, and goes with it', async () => {
  const { events, platform, token } = place();
  const replies = [reply(embedToken, { token: 'et_1', expiresIn: 300 })];
  const screen = await visit(web.webView, { type: 'wallet' }, replies, { platform });
  await screen.sees('the embed');
  assert.equal(await token(), { res_code: '1', message: 'Done', token: 'et_1', expiresIn: 300 });
  assert.equal(screen.asked(embedToken), [{ feature: 'wallet' }]);
  await screen.app.i18n.use('zh');
  await screen.until('Chinese', () => events.includes('speak zh'));
  screen.close();
  await screen.until('its end', () => events.includes('destroy'));
  assert.equal(
    events.filter((one) => !/^speak en/.test(one)),
    ['mount wallet en', 'speak zh', 'destroy'],
  );
});

test('an embed whose script did not come is tried again', async () => {
  let error: Error | undefined = new Error('offline');
  const { events, platform } = place(() => error);
  const screen = await visit(web.webView, { type: 'notices' }, [], { platform });
  await screen.sees('This page could not be downloaded');
  error = undefined;
  await screen.tap('Try again');
  await screen.sees('the embed');
  await screen.losesSight('could not be downloaded');
  assert.ok(events.includes('mount notices en'));
  screen.close();
});

test('an unknown feature, or one that is not built, is reported as not found', async () => {
  for (const type of ['admin', '__proto__', 'points']) {
    const unknown = Object.assign(new Error(), { code: 'unknown_feature' });
    const { events, platform } = place(() => (type === 'points' ? unknown : undefined));
    const screen = await visit(web.webView, { type }, [], { platform });
    await screen.sees(`Can't open “${type}” here.`);
    assert.equal(events, []);
    screen.close();
  }
});

test('where no embed can be shown, the member sees that', async () => {
  const screen = await visit(web.webView, { type: 'wallet' }, []);
  await screen.sees("This can't be opened here.");
  screen.close();
});

test('a type counts more than an address', async () => {
  const { platform } = place();
  const screen = await visit(web.webView, { type: 'wallet', url: 'https://help.example' }, [], { platform });
  await screen.sees('the embed');
  assert.not.ok(screen.body.querySelector('iframe'));
  screen.close();
});

test.run();
