import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { Deprecation } from '../../src/contract/embed/deprecations';
import type { EmbedInfo, FirstAnswer } from '../../src/contract/embed/embed';
import { type EmbedFeature, embedFeatures } from '../../src/contract/embed/features';
import { listDeprecations } from '../../src/server/embed/deprecations';
import { call, env, link, mint, shop } from './support/embed';
import { addMember } from './support/member';
import { openGateway, type TestGateway } from './support/open';
import { addRows } from './support/rows';
import { credit } from './support/wallet';

const deprecations: Deprecation[] = [
  {
    id: 'old',
    what: 'release',
    name: '0.9.0',
    since: '2026-11-01',
    endsOn: '2027-12-01',
    instead: { en: 'Pin 1.0.0.' },
  },
  {
    id: 'title',
    what: 'option',
    name: 'heading',
    since: '2026-11-01',
    endsOn: '2027-06-01',
    instead: { en: 'Set title.', zh: '请使用 title。' },
  },
];

const first = suite<{ gateway: TestGateway; member: string }>('embed first answers');

first.before(async (context) => {
  context.gateway = await openGateway({ env, deprecations });
  const { id } = await addMember(context.gateway, { username: 'ann', phone: '13800138000' });
  await link(context.gateway, id);
  await credit(context.gateway, id, 'balance', 500_00);
  context.member = id;
});
first.after(({ gateway }) => gateway.close());

async function ask(
  gateway: TestGateway,
  token: string,
  as: { origin?: string; language?: string; used?: string } = {},
) {
  const response = await fetch(`${gateway.url}/embed/v1/first`, {
    method: 'POST',
    headers: { 'content-type': 'text/plain;charset=UTF-8', origin: as.origin ?? shop },
    body: [token, 'p_shop', as.language ?? 'en_US', as.used ?? '1.0.0'].join('\n'),
  });
  const body = await response.json();
  return { status: response.status, body, all: body as FirstAnswer[], headers: response.headers };
}

first('one request has what the wallet shows first, as the calls themselves answer it', async (the) => {
  const { gateway, member } = the;
  const token = await mint(gateway, { member });
  const { status, all, headers } = await ask(gateway, token);
  assert.is(status, 200);
  assert.is(headers.get('access-control-allow-origin'), shop);
  assert.is(headers.get('cache-control'), 'no-store');
  assert.equal(all.map((one) => one.path).sort(), ['txUser/balance', 'txUser/getInfo']);
  for (const { path, input, answer } of all) {
    const { body, code } = await call(gateway, token, { path }, input);
    assert.equal(answer.body, body, path);
    assert.is(answer.header.res_code, code);
  }
  assert.not.match(JSON.stringify(all), /13800138000/, 'what a page may not read is not in it');
});

first(
  'balances also come as the member reads them, in the language of the page',
  async ({ gateway, member }) => {
    const figuresOf = async (feature: EmbedFeature, language: string, used?: string) => {
      const { all } = await ask(gateway, await mint(gateway, { member, feature }), {
        language,
        ...(used && { used }),
      });
      return all.flatMap(({ figures = [] }) => figures);
    };
    assert.equal(await figuresOf('wallet', 'en_US'), [
      ['Balance', '¥500.00'],
      ['Shop balance', '¥0.00'],
      ['On hold', '¥0.00'],
    ]);
    assert.equal((await figuresOf('wallet', 'zh_CN'))[0], ['余额', '¥500.00']);
    assert.equal((await figuresOf('points', 'vi_VN'))[0], ['Điểm', '0']);
    assert.equal(await figuresOf('notices', 'en_US'), []);
    assert.equal(
      await figuresOf('wallet', 'en_US', '1.0.0 route'),
      [],
      'another screen does not begin with them',
    );
  },
);

first('every feature has first answers, and none of them is refused', async ({ gateway, member }) => {
  for (const feature of Object.keys(embedFeatures) as EmbedFeature[]) {
    const token = await mint(gateway, { member, feature });
    const { all } = await ask(gateway, token, { language: 'zh_CN' });
    assert.ok(all.length > 1, feature);
    for (const { path, answer } of all) assert.is(answer.header.res_code, '1', `${feature} ${path}`);
  }
});

first('a token of another page, and what is none, read nothing', async ({ gateway, member }) => {
  const token = await mint(gateway, { member });
  assert.is((await ask(gateway, token, { origin: 'https://forum.example' })).status, 403);
  assert.is((await ask(gateway, 'not-a-token')).status, 415);
  assert.equal((await ask(gateway, 'et_unknown')).body, []);
  gateway.clock.ahead = 301_000;
  assert.equal((await ask(gateway, token)).body, [], 'nor does one that has expired');
  gateway.clock.ahead = 0;
});

first(
  'a page with a deprecated option gets a warning, and its partner a message and a console entry',
  async (the) => {
    const { gateway, member } = the;
    const endingOf = async (used: string) => {
      const { all } = await ask(gateway, await mint(gateway, { member }), { used });
      return (all.find(({ path }) => path === 'txUser/getInfo')!.answer.body as Partial<EmbedInfo>).ending;
    };
    await addRows(gateway, 'partner', [{ id: 'p_beside', live: 'no' }]);
    await addRows(gateway, 'partner_deprecation', [
      { partner: 'p_beside', id: 'title', seen_at: new Date() },
    ]);
    assert.is(await endingOf('1.0.0 partner tokenEndpoint'), undefined);
    const heading = { id: 'title', what: 'option', name: 'heading', endsOn: '2027-06-01' };
    assert.equal(await endingOf('1.0.0 partner heading'), [heading]);
    // right after the option, whose record does not stand for the release
    assert.equal(await endingOf('0.9.0 heading'), [
      { id: 'old', what: 'release', name: '0.9.0', endsOn: '2027-12-01' },
      heading,
    ]);
    gateway.clock.ahead = 3_601_000; // long enough to be recorded again
    assert.equal(await endingOf('1.0.0 heading'), [heading]);
    gateway.clock.ahead = 0;
    const told = await gateway.db.run
      .selectFrom('job')
      .select('payload')
      .where('kind', '=', 'tell-partner')
      .where('payload', 'like', '%deprecation.found%')
      .execute();
    assert.equal(
      told.map(({ payload }) => JSON.parse(payload).data.id).sort(),
      ['old', 'title'],
      'each once',
    );
    const listed = await listDeprecations(gateway.db.run, deprecations, 'p_shop');
    assert.equal(
      listed.map(({ id, used }) => [id, used?.origin, used && used.last > used.since]),
      [
        ['title', shop, true],
        ['old', shop, false],
      ],
    );
    const others = await listDeprecations(gateway.db.run, deprecations, 'p_forum');
    assert.equal(
      others.map(({ used }) => used),
      [undefined, undefined],
      'nothing of another partner',
    );
  },
);

first('a page that opens another screen gets no data of the first one', async ({ gateway, member }) => {
  const { all } = await ask(gateway, await mint(gateway, { member }), { used: '1.0.0 route' });
  assert.equal(
    all.map(({ path }) => path),
    ['txUser/getInfo'],
  );
});

first.run();
