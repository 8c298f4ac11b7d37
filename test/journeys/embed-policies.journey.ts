import type { Page } from '@playwright/test';
import { getOrder, OrderState } from '../../src/contract/buying/orders';
import { confirmIn, paid, payWaiting, waitingOrder } from './support/embed-actions';
import {
  arrived,
  arrivedInFrame,
  element,
  embed,
  expect,
  listen,
  ours,
  script,
  test,
} from './support/embed-host';
import { callAs, ownMember } from './support/journey';

/** Policies that partners have, complete: nothing for styles, whatever for the rest. */
const policies = {
  'a list of addresses': `script-src ${ours}; connect-src ${ours} 'self'`,
  'a nonce': `script-src 'nonce-n1' ${ours}; connect-src ${ours} 'self'`,
  'a nonce and strict-dynamic': `script-src 'nonce-n1' 'strict-dynamic'; connect-src ${ours} 'self'`,
  'Trusted Types': `script-src ${ours}; connect-src ${ours} 'self'; require-trusted-types-for 'script'; trusted-types cloudphone`,
};
const tag = script.replace('<script', '<script nonce="n1"');

/** Counts what breaks the policy, from before anything runs. */
async function watch(page: Page) {
  await page.addInitScript(() => {
    (globalThis as any).broken = [];
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
      (globalThis as any).broken.push(`${violatedDirective} ${blockedURI}`),
    );
  });
  return () => page.evaluate(() => (globalThis as any).broken);
}

for (const [name, policy] of Object.entries(policies))
  for (const mode of ['shadow', 'iframe'])
    test(`under a policy of ${name}, an embed in ${mode} mode breaks nothing`, {
      tag: name === 'a nonce and strict-dynamic' ? [] : '@rarely',
    }, async ({ page, host }) => {
      const broken = await watch(page);
      host.headers = {
        'content-security-policy': `default-src 'none'; style-src 'none'; img-src ${ours}; frame-src ${ours}; base-uri 'none'; ${policy}`,
      };
      await host.open(page, element('wallet', `mode="${mode}"`) + tag);
      const inside = mode === 'shadow' ? embed(page) : await arrivedInFrame(page);
      if (mode === 'shadow') await arrived(page);
      await inside.getByRole('link', { name: 'Withdrawal history' }).click();
      await expect(inside.getByRole('heading', { name: 'Withdrawal history' })).toBeVisible();
      expect(await broken()).toEqual([]);
    });

for (const mode of ['shadow', 'iframe'])
  test(`a page that shares nothing with others (COEP) has an embed in ${mode} mode`, {
    tag: '@rarely',
  }, async ({ page, host }) => {
    host.headers = {
      'cross-origin-embedder-policy': 'require-corp',
      'cross-origin-opener-policy': 'same-origin',
    };
    await host.open(
      page,
      element('work-orders', `mode="${mode}"`) + script.replace(' src', ' crossorigin src'),
    );
    expect(await page.evaluate(() => crossOriginIsolated)).toBe(true);
    if (mode === 'shadow') await arrived(page, 'work-orders');
    else await arrivedInFrame(page, 'work-orders');
  });

test('a policy that blocks the confirmation page is reported, and the member confirms in a window', {
  tag: '@rarely',
}, async ({ page, host, told }) => {
  told.expected.push(/frame-src|frame because|default-src/);
  const who = ownMember('rich');
  host.answer = ({ feature }) => host.mint(feature, { member: who.account, scopes: 'all' });
  host.headers = {
    'content-security-policy': `default-src 'none'; ${policies['a list of addresses']}; img-src ${ours}; frame-src 'none'`,
  };
  const heard = await listen(page);
  const orderNo = await waitingOrder(who);
  await host.open(page, element('orders') + script);
  await arrived(page, 'orders');
  const inside = embed(page, 'orders');
  await payWaiting(inside);
  await inside.getByRole('radio', { name: /^Balance/ }).check();
  await inside.getByRole('button', { name: /^Pay ¥/ }).click();
  const opened = page.context().waitForEvent('page');
  await inside.getByRole('button', { name: 'Confirm in a new window' }).click({ timeout: 10_000 });
  expect(await heard()).toContain('error secure_page_blocked');
  const document = await opened;
  const closed = document.waitForEvent('close');
  await confirmIn(document, who, /^Pay ¥/);
  await closed;
  await paid(inside);
  expect((await callAs(who, getOrder, { orderNo })).state).toBe(OrderState.successful);
});
