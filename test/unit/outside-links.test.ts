import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { browserOptions } from '../../tools/build/options.mjs';
import { readScreens } from '../../tools/build/screens.mjs';

/** Screens to which a notification leads, and which open as every other screen does: few members get one, or they are in the app already. */
const seldom = {
  'pages/list/watches': 'a member who shares a screen with a partner’s support has the app open',
  'pages/mine/accountManage': 'the notification of one’s own change',
  'pages/mine/agreements': 'once for each new version of the terms',
  'pages/mine/dataCopy': 'once for each copy of one’s data',
  'pages/mine/declarationFormList': 'declarations are for few members',
  'pages/mine/deleteAccount': 'once for an account',
  'pages/mine/invoice': 'few orders have one',
  'pages/mine/movements': 'a correction by an operator',
  'pages/mine/myTeam': 'once for a member',
  'pages/mine/notifications': 'a link below a mail, to end it',
  'pages/mine/otherPay': 'a remittance without an order',
  'pages/mine/pointsMall': 'once for a number of phones',
  'pages/web/web': 'a page inside WeChat',
};

test('a screen to which mails, notifications or other sites lead opens from one file, but for a few', async () => {
  const sources = readdirSync('src/server', { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.ts') && !file.startsWith('seed/'),
  );
  const linked = new Set(
    sources.flatMap((file) => readFileSync(`src/server/${file}`, 'utf8').match(/pages\/[a-z]+\/\w+/g) ?? []),
  );
  const landings = new Set(
    (await readScreens(browserOptions(), true)).flatMap(({ path, landed }) => (landed ? [path] : [])),
  );
  assert.equal([...linked].filter((path) => !landings.has(path)).sort(), Object.keys(seldom).sort());
});

test.run();
