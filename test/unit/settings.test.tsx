import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { savePreferences } from '../../src/contract/member/profile';
import { exact } from '../../src/core/text/when';
import * as mine from '../../src/features/mine/routes';
import { member, reply, visit } from '../support/visit';

const dark = '@media (prefers-color-scheme: dark) { :root { --cp-paper: #000 } }';
/** The media query that the sheet makes before it shows its dark colours. */
const asksFor = (page: Document) =>
  [...page.styleSheets].flatMap(({ cssRules }) =>
    [...cssRules].map((rule) => (rule as CSSMediaRule).media.mediaText),
  );

test('frequent settings are one tap away', async () => {
  const screen = await visit(mine.settings, {}, []);
  for (const words of [
    'Language',
    'Appearance',
    'Text size',
    'Currency',
    'Privacy',
    'Security',
    'About',
    '1.0.0',
  ])
    await screen.sees(words);
  const paths =
    `login/modifyPhone login/modifyEmail login/resetPassword mine/payPassword mine/signedIn mine/bankList
    mine/addressManage mine/setupShop mine/viewAgreement mine/downloadApp mine/notifications mine/privacyPolicy mine/dataCopy
    mine/deleteAccount mine/licenses`.split(/\s+/);
  const missing = paths.filter((path) => !screen.body.querySelector(`a[href="#/pages/${path}"]`));
  assert.equal(missing, []);
  screen.close();
});

test('a time zone is chosen for all times, and left to the phone again', async () => {
  const at = '2026-11-20T20:30:00.000Z';
  const asked: unknown[] = [];
  const screen = await visit(mine.settings, {}, [
    reply(savePreferences, (input) => {
      asked.push(input);
      const { timeZone } = input as { timeZone?: 'Asia/Tokyo' };
      return { userInfo: { ...member, ...(timeZone && { timeZone }) } };
    }),
  ]);
  await screen.choose('Time zone', 'Tokyo');
  await screen.sees('UTC+9');
  assert.match(exact(at, screen.app), /21\sNov\s2026, 05:30 \(UTC\+9\)/);
  await screen.choose('Time zone', 'As the phone');
  await screen.sees('UTC');
  await screen.until('the phone’s own time', () => !screen.app.session.userInfo.value?.timeZone);
  assert.equal(asked, [{ timeZone: 'Asia/Tokyo' }, { timeZone: '' }]);
  screen.close();
});

test('dark or light colours are shown at once, kept on the phone, and given back to the phone', async () => {
  const screen = await visit(mine.settings, {}, []);
  const page = screen.body.ownerDocument;
  const style = page.createElement('style');
  style.textContent = dark;
  page.head.append(style);
  const kept = () => screen.app.platform.local.get('scheme');

  await screen.choose('Appearance', 'Dark');
  assert.equal([asksFor(page), kept()], [['all'], 'all']);
  await screen.choose('Appearance', 'Light');
  assert.equal([asksFor(page), kept()], [['not all'], 'not all']);
  await screen.choose('Appearance', 'As the phone');
  assert.equal([asksFor(page), kept()], [['(prefers-color-scheme: dark)'], undefined]);
  screen.close();
});

test('how large texts are is kept on the phone', async () => {
  const screen = await visit(mine.settings, {}, []);
  const kept = () => screen.app.platform.local.get('textSize');
  await screen.choose('Text size', 'Largest');
  const shown = () => screen.body.querySelector('[aria-label="Text size"]')?.parentElement?.textContent ?? '';
  assert.match(shown(), /^Largest/);
  assert.is(kept(), '140%');
  await screen.choose('Text size', 'Normal');
  assert.is(kept(), undefined);
  screen.close();
});

test('a currency is chosen in which amounts are shown beside yuan', async () => {
  const screen = await visit(mine.settings, {}, [
    reply(savePreferences, { userInfo: { ...member, currency: 'VND' } }),
  ]);
  await screen.sees('You still pay in yuan');
  await screen.choose('Currency', 'Vietnamese dong (VND)');
  await screen.until('the choice', () => screen.app.session.userInfo.value?.currency === 'VND');
  assert.equal(screen.asked(savePreferences), [{ currency: 'VND' }]);
  screen.close();
});

test('the packages inside the app are listed with their terms', async () => {
  const rule = `\n\n${'-'.repeat(80)}\n\n`;
  const file = [
    'About these.\n\nOne of them has a note.',
    'preact 10.0.0 (MIT)\nhtm 3.0.0 (MIT)\n\nPermission is granted',
    'pg 8.0.0 (MIT)\n\nOther',
  ];
  let works = false;
  const asked: string[] = [];
  const screen = await visit(mine.licenses, {}, [], {
    open: async (url) => {
      asked.push(url);
      return works ? new Response(file.join(rule)) : new Response('', { status: 503 });
    },
  });
  await screen.sees("Couldn't load");
  works = true;
  await screen.tap('Try again');
  for (const words of [
    'Cloudphone contains',
    'One of them has a note.',
    'preact 10.0.0 (MIT) + 1',
    'pg 8.0.0 (MIT)',
    'Permission is granted',
  ])
    await screen.sees(words);
  assert.equal(new Set(asked), new Set(['/licenses.txt']));
  screen.close();
});
test.run();
