import { randomUUID } from 'node:crypto';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { openGateway, type TestGateway } from './support/open';

const test = suite<{ gateway: TestGateway }>('replay');
test.before(async (context) => {
  context.gateway = await openGateway();
});
test.after(({ gateway }) => gateway.close());

const config = { UniqueKey: 'MobileMemberSysParams', Method: 'GetSysConfig', ObjectData: [] };

test('a request that is sent a second time is turned away, in whatever case its uuid is written', async ({
  gateway,
}) => {
  const uuid = randomUUID();
  const first = await gateway.send('service/invoke', config, { header: { uuid } });
  const second = await gateway.send('service/invoke', config, { header: { uuid } });
  const third = await gateway.send('service/invoke', config, { header: { uuid: uuid.toUpperCase() } });
  assert.equal([first.code, second.code, third.code], ['1', '4002', '4002']);
  assert.is(second.status, 400);
});

test('of ten copies of a request that arrive together, one is answered', async ({ gateway }) => {
  const header = { uuid: randomUUID() };
  const replies = await Promise.all(
    Array.from({ length: 10 }, () => gateway.send('service/invoke', config, { header })),
  );
  assert.is(replies.filter(({ code }) => code === '1').length, 1);
  assert.is(replies.filter(({ code }) => code === '4002').length, 9);
});

test('a uuid is remembered for as long as its timestamp can be valid', async ({ gateway }) => {
  const header = { uuid: randomUUID(), timestamp: Date.now() + 290_000 };
  assert.is((await gateway.send('service/invoke', config, { header })).code, '1');
  gateway.clock.ahead = 589_000; // the same bytes are within five minutes of the clock once more
  assert.is((await gateway.send('service/invoke', config, { header })).code, '4002');
  gateway.clock.ahead = 0;
});

test('a request that was turned away for its signature has not used its uuid up', async ({ gateway }) => {
  const header = { uuid: randomUUID() };
  assert.is((await gateway.send('service/invoke', config, { header, secret: 'wrong' })).code, '4010');
  assert.is((await gateway.send('service/invoke', config, { header })).code, '1');
});

test('a session that was ended, or not used for a month, opens nothing', async ({ gateway }) => {
  const member = await gateway.signIn('mei');
  const load = () => gateway.send('picture/load', { id: randomUUID() }, member);
  assert.is((await load()).code, '500');
  gateway.clock.ahead = 29 * 86_400_000;
  assert.is((await load()).code, '500'); // and pushes the end back
  gateway.clock.ahead = 58 * 86_400_000;
  assert.is((await load()).code, '500');
  gateway.clock.ahead = 89 * 86_400_000;
  assert.is((await load()).code, '510');
  gateway.clock.ahead = 0;
});

test.run();
