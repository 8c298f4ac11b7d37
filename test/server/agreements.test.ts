import { randomUUID } from 'node:crypto';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import * as auth from '../../src/contract/member/auth';
import {
  type Agreement,
  agreementText,
  agreeToTerms,
  listAgreements,
  termsSections,
} from '../../src/contract/member/privacy';
import { listMessages } from '../../src/contract/support/messages';
import { agreeToPartner } from '../../src/server/agreements/agree';
import { keepText, termsIn } from '../../src/server/agreements/texts';
import { sha256 } from '../../src/server/kernel/sha256';
import { askingAgain } from '../../src/server/privacy/agreements';
import { gather } from '../../src/server/privacy/gather';
import { addMember, password, registration } from './support/member';
import { openGateway, type Sent, type TestGateway } from './support/open';
import { addRows } from './support/rows';
import { desk } from './support/wallet';

interface Context {
  gateway: TestGateway;
}
const test = suite<Context>('agreements');
test.before(async (context) => {
  context.gateway = await openGateway();
});
test.after(({ gateway }) => gateway.close());

const listOf = async (gateway: TestGateway, as: Sent) =>
  (await gateway.send(listAgreements, {}, as)).body as {
    items: Agreement[];
    due?: { hash: string; title: string };
  };

/** Somebody who agreed to an earlier text, a month ago; gives its hash. */
async function agreedBefore(
  gateway: TestGateway,
  member: string,
  since = new Date('2026-01-01'),
): Promise<string> {
  const hash = sha256(`an earlier text of ${since.toISOString()}`);
  const old = {
    document: 'terms' as const,
    locale: 'en' as const,
    title: 'User agreement',
    paragraphs: ['As it was'],
    hash,
  };
  await keepText(gateway.db.run, old, since.getTime());
  await addRows(gateway, 'agreement', [
    { id: randomUUID(), member, document: 'terms', text: hash, at: since, how: 'register', app: 'h5' },
  ]);
  return hash;
}

test('a member who signs up and signs in has agreed to the text of the form, once, and reads it later', async ({
  gateway,
}) => {
  const username = `a${randomUUID().slice(0, 8)}`;
  const form = await registration(gateway, { username, contact: `${username}@agree.example` });
  const { code, body, message } = await gateway.send(auth.register, form, { locale: 'vi_VN' });
  assert.is(code, '1', message);
  const as = { token: body.token, userId: body.userInfo.userId };
  for (let nth = 0; nth < 2; nth++)
    assert.is(
      (await gateway.send(auth.login, { account: username, password, agreed: true }, { locale: 'vi_VN' }))
        .code,
      '1',
    );
  const { items, due } = await listOf(gateway, as);
  assert.is(due, undefined);
  assert.equal(
    items.map(({ document, how, locale, hash }) => [document, how, locale, hash]),
    [['terms', 'register', 'vi', termsIn.vi.hash]],
  );
  assert.match(items[0]!.version, /^\d{4}-\d\d-\d\d$/);
  // in another language it is another text
  await gateway.send(auth.login, { account: username, password, agreed: true }, { locale: 'zh_CN' });
  const [newest] = (await listOf(gateway, as)).items;
  assert.equal([newest?.how, newest?.locale], ['signIn', 'zh']);
  const { text, title } = (await gateway.send(agreementText, { hash: termsIn.vi.hash }, as)).body;
  assert.equal([title, text.length], [termsIn.vi.title, 1 + 2 * termsSections.length]);
  assert.equal(
    [1, 3].map((at) => text[at].slice(0, 3)),
    ['1. ', '2. '],
  );
  assert.is(
    (await gateway.send(agreementText, { hash: termsIn.en.hash }, as)).code,
    '500',
    'not what they agreed to',
  );

  const shown = await desk(gateway, `members/${username}`);
  assert.equal(
    shown.agreements.map((one: any) => [one.document, one.how, one.locale, one.app]),
    [
      ['terms', 'signIn', 'zh', 'h5'],
      ['terms', 'register', 'vi', 'h5'],
    ],
  );
  const { agreements = [] } = (await gather(gateway.db.run, gateway.files, as.userId)) as {
    agreements?: any[];
  };
  assert.equal(
    agreements.map(({ title, text }) => [title, text.length]),
    [termsIn.zh, termsIn.vi].map(({ title, paragraphs }) => [title, paragraphs.length]),
  );
});

test('a changed text is asked for again: by a message, in the settings, and by signing in', async ({
  gateway,
}) => {
  const { id, username } = await addMember(gateway);
  const as = await gateway.signIn(id);
  const [before] = [await agreedBefore(gateway, id)];
  const { due, items } = await listOf(gateway, as);
  assert.equal([due?.hash, items[0]?.hash], [termsIn.en.hash, before]);
  const told = async () =>
    (await gateway.send(listMessages, {}, as)).body.items.filter(
      ({ title }: { title: string }) => title === 'The user agreement has changed',
    );
  const now = Date.now();
  await askingAgain.run(gateway.db, now);
  await askingAgain.run(gateway.db, now + 600_000);
  assert.is((await told()).length, 1);
  assert.is((await told())[0].link, 'pages/mine/agreements');
  // what was read is what is agreed to
  assert.match((await gateway.send(agreeToTerms, { hash: before }, as)).message, 'has changed');
  assert.is((await gateway.send(agreeToTerms, { hash: termsIn.en.hash }, as)).code, '1');
  assert.is(
    (await gateway.send(agreeToTerms, { hash: termsIn.en.hash }, as)).code,
    '1',
    'again changes nothing',
  );
  const after = await listOf(gateway, as);
  assert.equal([after.due, after.items.length, after.items[0]?.how], [undefined, 2, 'settings']);

  const another = await addMember(gateway);
  await agreedBefore(gateway, another.id, new Date('2026-02-02'));
  await gateway.send(auth.login, { account: another.username, password, agreed: true });
  await askingAgain.run(gateway.db, now + 1_200_000);
  const hers = await gateway.signIn(another.id);
  assert.is((await listOf(gateway, hers)).due, undefined);
  assert.equal((await gateway.send(listMessages, {}, hers)).body.items, []);
  assert.ok(username);
});

test('everybody learns of a changed text, although a run writes to two hundred members', async ({
  gateway,
}) => {
  const members: string[] = [];
  for (let nth = 0; nth < 201; nth++) members.push((await addMember(gateway)).id);
  for (const one of members) await agreedBefore(gateway, one);
  const told = async () => {
    await askingAgain.run(gateway.db, Date.now());
    const rows = await gateway.db.run
      .selectFrom('system_message')
      .select('member')
      .where('member', 'in', members)
      .execute();
    return rows.length;
  };
  assert.equal([await told(), await told()], [200, 201]);
});

test('a deleted account, whose agreements are kept, is not asked again', async ({ gateway }) => {
  const { db } = gateway;
  const { id: member } = await addMember(gateway);
  await agreedBefore(gateway, member);
  await db.run.updateTable('member').set({ erased_at: new Date() }).where('id', '=', member).execute();
  await askingAgain.run(db, Date.now());
  for (const table of ['agreement_reminder', 'system_message'] as const)
    assert.equal(await db.run.selectFrom(table).select('member').where('member', '=', member).execute(), []);
});

test('a gateway of an earlier version does not ask for its older text', async ({ gateway }) => {
  const { id } = await addMember(gateway);
  await agreedBefore(gateway, id, new Date(Date.now() + 86_400_000)); // a newer gateway has a newer text
  assert.is((await listOf(gateway, await gateway.signIn(id))).due, undefined);
});

test('a member who has connected a partner since a text changed is asked for the changed text all the same', async ({
  gateway,
}) => {
  const { id } = await addMember(gateway);
  const as = await gateway.signIn(id);
  await agreedBefore(gateway, id);
  await keepText(gateway.db.run, termsIn.en, Date.now());
  const ctx = { locale: 'en' as const, now: Date.now() + 86_400_000, appid: 'h5' };
  const partner = { id: 'p_late', name: `Late ${id}`, site: 'https://late.example', reference: 'c-18' };
  await gateway.db.tx((tx) => agreeToPartner(tx, id, { ...partner, features: ['orders'] }, ctx));
  assert.is((await listOf(gateway, as)).due?.hash, termsIn.en.hash);
});

test('a member of whom no agreement is known is asked, without a message', async ({ gateway }) => {
  const { id } = await addMember(gateway);
  const as = await gateway.signIn(id);
  assert.is((await listOf(gateway, { ...as, locale: 'zh_CN' })).due?.hash, termsIn.zh.hash);
  await askingAgain.run(gateway.db, Date.now());
  assert.equal((await gateway.send(listMessages, {}, as)).body.items, []);
});

test('consent for a partner and contracts are among the agreements, and nobody else reads them', async ({
  gateway,
}) => {
  const { id } = await addMember(gateway);
  const as = await gateway.signIn(id);
  const ctx = { locale: 'en' as const, now: Date.now(), appid: 'h5' };
  const partner = { id: 'p_lamp', name: 'Lamp World', site: 'https://lamp.example', reference: 'c-17' };
  await gateway.db.tx((tx) => agreeToPartner(tx, id, { ...partner, features: ['orders', 'wallet'] }, ctx));
  await addRows(gateway, 'purchase', [
    { order_no: `O-${id}`, member: id, state: 1, amount: 1, total: 1, paid: 1, discount: 0 },
  ]);
  await addRows(gateway, 'signature', [
    { order_no: `O-${id}`, member: id, title: 'Service contract', hash: sha256('x') },
  ]);
  const { items } = await listOf(gateway, as);
  assert.equal(
    items.map(({ document, title, site, orderNo }) => [document, title, site ?? orderNo]),
    [
      ['partner', 'Connect your account to Lamp World?', 'https://lamp.example'],
      ['contract', 'Service contract', `O-${id}`],
    ],
  );
  const { hash } = items[0]!;
  const { text } = (await gateway.send(agreementText, { hash }, as)).body;
  assert.ok(text.includes('Orders, and paying them') && !text.includes('Online support'));
  const other = await gateway.signIn((await addMember(gateway)).id);
  assert.is((await gateway.send(agreementText, { hash }, other)).code, '500');
  assert.equal((await listOf(gateway, other)).items, []);
});

test.run();
