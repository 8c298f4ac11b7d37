import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { agreementText, agreeToTerms, listAgreements } from '../../src/contract/member/privacy';
import * as mine from '../../src/features/mine/routes';
import { Refusal, reply, visit } from '../support/visit';

const hash = 'a'.repeat(64);
const terms = {
  document: 'terms' as const,
  title: 'User agreement',
  at: '2026-11-20T09:00:00.000Z',
  version: '2026-11-19',
  hash,
  locale: 'en',
  how: 'register' as const,
};

test('a member reads what they agreed to, where and when, and opens each text', async () => {
  const screen = await visit(mine.agreements, {}, [
    reply(listAgreements, {
      items: [
        {
          ...terms,
          document: 'partner',
          title: 'Connect your account to Lamp World?',
          site: 'https://lamp.example',
          how: 'connect',
        },
        terms,
        { ...terms, document: 'contract', title: 'Service contract', orderNo: 'O1', how: 'signature' },
      ],
    }),
  ]);
  for (const words of ['when you signed up', 'Version of 19 Nov', 'https://lamp.example', 'signed'])
    await screen.sees(words);
  const links = [...screen.body.querySelectorAll('a')].map((one) => one.getAttribute('href'));
  assert.equal(links, [
    `#/pages/mine/agreementText?hash=${hash}`,
    `#/pages/mine/agreementText?hash=${hash}`,
    '#/pages/mine/signTask?orderNo=O1',
  ]);
  screen.close();
});

test('a changed agreement is read and agreed to on the same screen', async () => {
  let due: { hash: string; title: string; text: string[] } | undefined = {
    hash,
    title: 'User agreement',
    text: ['The new words'],
  };
  const screen = await visit(mine.agreements, {}, [
    reply(listAgreements, () => ({ items: [terms], ...(due && { due }) })),
    reply(agreeToTerms, () => {
      due = undefined;
      return {};
    }),
  ]);
  await screen.sees('The user agreement has changed');
  await screen.sees('The new words');
  await screen.tap('I agree');
  await screen.losesSight('The user agreement has changed');
  assert.equal(screen.asked(agreeToTerms), [{ hash }]);
  screen.close();
});

test('without agreements, offline and for a foreign text the screens say so', async () => {
  const none = await visit(mine.agreements, {}, [reply(listAgreements, { items: [] })]);
  await none.sees('You have not agreed to anything yet.');
  none.close();
  const offline = await visit(mine.agreements, {}, [reply(listAgreements, 'offline')]);
  await offline.sees('Try again');
  offline.close();
  const missing = new Refusal('You have not agreed to this text');
  const foreign = await visit(mine.agreementText, { hash }, [reply(agreementText, missing)]);
  await foreign.sees('You have not agreed to this text');
  foreign.close();
  const text = await visit(mine.agreementText, { hash }, [
    reply(agreementText, { title: '用户协议', text: ['第一条'], locale: 'zh' }),
  ]);
  await text.sees('第一条');
  assert.ok(text.body.querySelector('article[lang="zh"]'));
  text.close();
});

test.run();
