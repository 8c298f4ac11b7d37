import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { savePreferences } from '../../src/contract/member/profile';
import { exchangeRate } from '../../src/contract/money/wallet';
import { yuanPer } from '../../src/server/settings/exchange-rates';
import { InvalidSettings, readSettings } from '../../src/server/settings/settings';
import { addMember } from './support/member';
import { openGateway, type TestGateway } from './support/open';

const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10);
const test = suite<{ gateway: TestGateway }>('exchange rate');
test.before(async (context) => {
  context.gateway = await openGateway({
    env: { USDT_RATE: '720', EXCHANGE_RATES: `${day(0)} EUR=8.24 VND=0.00028` },
  });
});
test.after(({ gateway }) => gateway.close());

test('members see rates of their own currency: that of their country version, or the chosen one', async ({
  gateway,
}) => {
  const rate = async (as: Awaited<ReturnType<TestGateway['signIn']>>) =>
    (await gateway.send(exchangeRate, {}, as)).body;
  const abroad = await gateway.signIn((await addMember(gateway, { country: 'intl' })).id);
  const chinese = await gateway.signIn((await addMember(gateway, { country: 'cn' })).id);
  assert.equal([await rate(abroad), await rate(chinese)], [{ currency: 'USD', yuan: 7.2 }, {}]);
  const choose = async (currency: string) =>
    (await gateway.send(savePreferences, { currency }, abroad)).body.userInfo?.currency;
  assert.is(await choose('EUR'), 'EUR');
  assert.equal(await rate(abroad), { currency: 'EUR', yuan: 8.24 });
  assert.is(await choose('HKD'), 'HKD');
  assert.equal(await rate(abroad), {}, 'nothing without a rate');
  assert.is(await choose('CNY'), 'CNY');
  assert.equal(await rate(abroad), {});
  assert.is((await gateway.send(savePreferences, { currency: 'XAU' }, abroad)).code, '5001');
  assert.equal(await rate(chinese), {});
});

test('a rate is used for seven days, and the price of USDT stands for the dollar', () => {
  const settings = { exchangeRates: { day: '2026-11-20', yuan: { EUR: 8.24, USD: 7.1 } }, usdtRate: 7_20 };
  const on = (time: string, currency: 'EUR' | 'USD') => yuanPer(currency, settings, Date.parse(time));
  assert.is(on('2026-11-20T12:00:00Z', 'EUR'), 8.24);
  assert.is(on('2026-11-27T23:59:59Z', 'EUR'), 8.24);
  assert.is(on('2026-11-28T00:00:00Z', 'EUR'), undefined);
  assert.is(on('2026-11-19T00:00:00Z', 'EUR'), 8.24, 'it is dated a day ahead');
  assert.is(on('2026-11-18T00:00:00.001Z', 'EUR'), 8.24, 'it is dated less than two days ahead');
  assert.is(on('2026-11-18T00:00:00Z', 'EUR'), undefined, 'it is dated two days ahead');
  assert.equal([on('2026-11-20T12:00:00Z', 'USD'), on('2026-11-28T00:00:00Z', 'USD')], [7.1, 7.2]);
  assert.is(yuanPer('EUR', { exchangeRates: undefined, usdtRate: 7_20 }, 0), undefined);
});

test('rates that nobody can read keep the gateway from starting', () => {
  assert.equal(readSettings({ EXCHANGE_RATES: '2026-11-20 EUR=8.24' }).exchangeRates, {
    day: '2026-11-20',
    yuan: { EUR: 8.24 },
  });
  for (const wrong of [
    'EUR=8.24',
    '2026-11-20',
    '2026-13-20 EUR=8',
    '2026-11-20 EUR=0',
    '2026-11-20 XAU=1',
    '2026-11-20 EUR=a',
  ])
    try {
      readSettings({ EXCHANGE_RATES: wrong });
      assert.unreachable(wrong);
    } catch (error) {
      assert.instance(error, InvalidSettings, wrong);
    }
});
test.run();
