import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import * as devices from '../../src/contract/buying/devices';
import * as orders from '../../src/contract/buying/orders';
import * as payments from '../../src/contract/buying/payments';
import { type EmbedFeature, embedFeatures } from '../../src/contract/embed/features';
import * as declarations from '../../src/contract/member/declarations';
import * as friends from '../../src/contract/member/friends';
import * as promotion from '../../src/contract/money/promotion';
import * as wallet from '../../src/contract/money/wallet';
import * as goods from '../../src/contract/shop/goods';
import * as accounts from '../../src/contract/video/accounts';
import * as circle from '../../src/contract/video/circle';
import * as logs from '../../src/contract/video/logs';
import { call, env, link, mint } from './support/embed';
import { addMember } from './support/member';
import { openGateway, type TestGateway } from './support/open';

const test = suite<{ gateway: TestGateway; member: string }>('what a token of each feature may do');
test.before(async (the) => {
  the.gateway = await openGateway({ env });
  const { id, invite_code } = await addMember(the.gateway);
  await addMember(the.gateway, { inviter: id, phone: '13900001234', nickname: invite_code });
  await link(the.gateway, id);
  the.member = id;
});
test.after(({ gateway }) => gateway.close());

const reads: [EmbedFeature, { path: string }, object][] = [
  ['screen', devices.listFleet, { sort: 'name' }],
  ['accounts', accounts.listAccounts, {}],
  ['logs', logs.listGrabRecords, {}],
  ['feed', circle.listPosts, { show: 'all' }],
  ['shop', goods.getShop, {}],
  ['promotion', promotion.listScoreLog, {}],
  ['invitation', friends.listFriends, {}],
  ['declarations', declarations.listDeclarations, {}],
];
for (const [feature, read, input] of reads)
  test(`${feature}: what its first screen asks is answered, and to no other feature’s token`, async ({
    gateway,
    member,
  }) => {
    const own = await call(gateway, await mint(gateway, { member, feature }), read, input);
    assert.is(own.code, '1', own.message);
    const other = await call(gateway, await mint(gateway, { member, feature: 'notices' }), read, input);
    assert.is(other.code, '4030');
  });

const writes: [EmbedFeature, { path: string }][] = [
  ['accounts', accounts.addTiktok],
  ['feed', circle.addPost],
  ['shop', goods.takeGoods],
  ['declarations', declarations.addDeclaration],
];
for (const [feature, write] of writes)
  test(`${feature}: a token that only reads changes nothing`, async ({ gateway, member }) => {
    const reading = await call(gateway, await mint(gateway, { member, feature }), write, {});
    assert.is(reading.code, '4030');
    const all = await mint(gateway, { member, feature, scopes: embedFeatures[feature].scopes });
    assert.is.not((await call(gateway, all, write, {})).code, '4030');
  });

const buying: EmbedFeature[] = ['orders', 'devices', 'points'];
test('no token of any feature gives value away, and only those of three features may buy', async ({
  gateway,
  member,
}) => {
  for (const feature of Object.keys(embedFeatures) as EmbedFeature[]) {
    const token = await mint(gateway, { member, feature, scopes: embedFeatures[feature].scopes });
    const value = await call(gateway, token, promotion.transferUserScore, {});
    assert.is(value.code, '4030', feature);
    for (const one of [orders.addByMoney, orders.addUserOrder, orders.changeMethod]) {
      const { code } = await call(gateway, token, one, {});
      assert.is(code, buying.includes(feature) ? '5001' : '4030', `${feature} ${one.path}`);
    }
    if (feature !== 'wallet')
      assert.is((await call(gateway, token, wallet.applyWithdrawal, {})).code, '4030', feature);
  }
});

test('a token that may not buy orders nothing, and begins no payment', async ({ gateway, member }) => {
  for (const feature of buying) {
    const scopes = embedFeatures[feature].scopes.filter((one) => !/:(buy|pay)$/.test(one));
    const token = await mint(gateway, { member, feature, scopes });
    for (const one of [orders.addByMoney, orders.addUserOrder, orders.addUserUsdt, payments.startPay])
      assert.is((await call(gateway, token, one, {})).code, '4030', `${feature} ${one.path}`);
  }
});

test('a partner’s page learns of friends, and not how to reach them', async ({ gateway, member }) => {
  const token = await mint(gateway, { member, feature: 'invitation' });
  const { body } = await call(gateway, token, friends.listFriends, {});
  assert.is(body.items.length, 1);
  assert.not.match(JSON.stringify(body), /139|1234/);
});

test.run();
