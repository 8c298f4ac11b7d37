import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { type Revenue, revenue } from '../../src/contract/money/wallet';
import { everyMonth } from '../../src/features/wallet/income/income-months';
import * as wallet from '../../src/features/wallet/routes';
import { reply, visit } from '../support/visit';

const earned: Revenue = {
  total: 1_600_00,
  kinds: [
    { kind: 'rent', amount: 1_450_00 },
    { kind: 'reward', amount: 150_00 },
  ],
  cloudPhones: 1_450_00,
  months: [
    {
      month: '2026-01',
      total: 1_000_00,
      kinds: [
        { kind: 'rent', amount: 850_00 },
        { kind: 'reward', amount: 150_00 },
      ],
    },
    { month: '2025-11', total: 600_00, kinds: [{ kind: 'rent', amount: 600_00 }] },
  ],
  years: [2026, 2025],
};

const bars = (body: HTMLElement) => [...body.querySelectorAll<HTMLElement>('[role=group] button')];
const links = (body: HTMLElement) =>
  [...body.querySelectorAll('a')].map((one) => one.getAttribute('href')!.replace('#/pages/mine/', ''));

test('a chart leaves out no month between the first and the last', () => {
  assert.equal(
    everyMonth(earned.months).map(({ month, total }) => [month, total]),
    [
      ['2025-11', 600_00],
      ['2025-12', 0],
      ['2026-01', 1_000_00],
    ],
  );
  assert.equal(everyMonth([]), []);
});

test('income has a total, months and kinds, and the newest month is chosen', async () => {
  const screen = await visit(wallet.revenueRecords, {}, [reply(revenue, earned)]);
  await screen.sees('¥1,600.00');
  const all = bars(screen.body);
  assert.equal(
    all.map((bar) => [bar.getAttribute('aria-label'), bar.getAttribute('aria-pressed'), bar.tabIndex]),
    [
      ['November 2025: ¥600.00', 'false', -1],
      ['December 2025: ¥0.00', 'false', -1],
      ['January 2026: ¥1,000.00', 'true', 0],
    ],
  );
  const heights = all.map((bar) => [...bar.querySelectorAll('i')].map((part) => part.style.height));
  assert.equal(heights, [['60%'], [], ['85%', '15%']]);
  await screen.sees('¥850.00');
  await screen.sees('Acceleration listWhat your cloud phones earned, by day¥1,450.00');
  screen.close();
});

test('every amount leads to the movements that make it', async () => {
  const screen = await visit(wallet.revenueRecords, {}, [reply(revenue, earned)]);
  await screen.sees('¥850.00');
  assert.equal(links(screen.body), [
    'movements?kind=income',
    'movements?kind=income&month=2026-01',
    'movements?kind=income&reason=rent&month=2026-01',
    'movements?kind=income&reason=reward&month=2026-01',
    'movements?kind=income&reason=rent',
    'movements?kind=income&reason=reward',
    '#/pages/list/earnings',
  ]);
  screen.close();
});

test('a tap chooses a month, an arrow key the one beside it; a month without income has nothing to trace', async () => {
  const screen = await visit(wallet.revenueRecords, {}, [reply(revenue, earned)]);
  await screen.tap('November 2025: ¥600.00');
  await screen.sees('November 2025¥600.00');
  const { KeyboardEvent } = screen.body.ownerDocument.defaultView as unknown as {
    KeyboardEvent: typeof globalThis.KeyboardEvent;
  };
  const press = (key: string) =>
    bars(screen.body)[0]!.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
  press('ArrowLeft');
  press('ArrowRight');
  await screen.sees('December 2025¥0.00');
  assert.is(screen.body.ownerDocument.activeElement, bars(screen.body)[1]);
  assert.not(links(screen.body).some((href) => href.includes('month=')));
  screen.close();
});

test('the month that was looked at is still chosen on the way back', async () => {
  const kept: Record<string, string> = {};
  const tab = {
    get: (key: string) => kept[key],
    set: (key: string, value: string | undefined) => {
      if (value !== undefined) kept[key] = value;
    },
  };
  const first = await visit(wallet.revenueRecords, {}, [reply(revenue, earned)], { platform: { tab } });
  await first.tap('November 2025: ¥600.00');
  await first.sees('November 2025¥600.00');
  first.close();
  const second = await visit(wallet.revenueRecords, {}, [reply(revenue, earned)], { platform: { tab } });
  await second.sees('November 2025¥600.00');
  second.close();
});

test('no income says when it begins, and leads to the cloud machines; a failed answer can be tried again', async () => {
  let tries = 0;
  const nothing: Revenue = { total: 0, kinds: [], cloudPhones: 0, months: [], years: [] };
  const screen = await visit(wallet.revenueRecords, {}, [
    reply(revenue, () => (++tries === 1 ? 'offline' : nothing)),
  ]);
  await screen.sees("Couldn't load");
  await screen.tap('Try again');
  await screen.sees('No earnings yet. They start the day after you buy a cloud phone.');
  assert.equal(links(screen.body), ['rechargeScore']);
  screen.close();
});

test.run();
