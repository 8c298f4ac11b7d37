import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { FirstAnswer } from '../../src/contract/embed/embed';
import { type EmbedFeature, embedFeatures } from '../../src/contract/embed/features';
import { call, env, link, mint, shop } from './support/embed';
import { addMember } from './support/member';
import { openGateway, type TestGateway } from './support/open';
import { credit } from './support/wallet';

const first = suite<{ gateway: TestGateway; member: string }>('embed first answers');

first.before(async (context) => {
  context.gateway = await openGateway({ env });
  const { id } = await addMember(context.gateway, { username: 'ann', phone: '13800138000' });
  await link(context.gateway, id);
  await credit(context.gateway, id, 'balance', 500_00);
  context.member = id;
});
first.after(({ gateway }) => gateway.close());

async function ask(gateway: TestGateway, token: string, as: { origin?: string; language?: string } = {}) {
  const response = await fetch(`${gateway.url}/embed/v1/first`, {
    method: 'POST',
    headers: { 'content-type': 'text/plain;charset=UTF-8', origin: as.origin ?? shop },
    body: [token, 'p_shop', as.language ?? 'en_US'].join('\n'),
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

first.run();
