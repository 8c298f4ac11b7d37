import { element, embed, expect, listen, ours, script, test } from './support/embed-host';
import { owned, prepare, proceed, secured, walletOf } from './support/embed-money';

test.describe.configure({ mode: 'default' }); // they count the same money

for (const [mode, yuan] of [
  ['shadow', 110],
  ['iframe', 120],
] as const)
  test(`a withdrawal begun in a partner’s page is confirmed on our own origin, in ${mode} mode`, async ({
    page,
    host,
  }) => {
    host.answer = ({ feature }) => host.mint(feature, { member: 'democn' });
    const heard = await listen(page);
    await host.open(page, element('wallet', `mode="${mode}"`) + script);
    const inside = await walletOf(page, mode);
    const before = await owned(host, 'democn');
    await prepare(inside, yuan);

    const document = secured(inside);
    await expect(document.getByText('Demo Shop')).toBeVisible();
    await expect(document.getByText(host.origin)).toBeVisible();
    await expect(document.getByText(`¥${yuan}.00`).first()).toBeVisible();
    const src = await inside.locator('dialog iframe').getAttribute('src');
    expect(src).toMatch(new RegExp(`^${ours}/secure/ch_[\\w-]+\\?`));
    expect(src).not.toContain('et_');
    expect(await owned(host, 'democn')).toEqual(before); // nothing has moved yet

    const button = await proceed(inside);
    await expect(button).toBeEnabled();
    await button.click();
    await expect(inside.locator('dialog iframe')).toHaveCount(0);
    await expect.poll(heard).toContain('withdraw-submitted');
    const after = await owned(host, 'democn');
    expect([before.balance - after.balance, after.frozen - before.frozen]).toEqual([yuan * 100, yuan * 100]);
  });

test('a withdrawal that the member does not confirm is none', { tag: '@rarely' }, async ({ page, host }) => {
  const heard = await listen(page);
  await host.open(page, element('wallet') + script);
  const inside = await walletOf(page, 'shadow');
  const before = await owned(host, 'demo');
  await prepare(inside, 130);
  await secured(inside).getByRole('button', { name: 'Cancel' }).click();
  await expect(inside.locator('dialog iframe')).toHaveCount(0);
  expect(await heard()).not.toContain('withdraw-submitted');
  expect((await owned(host, 'demo')).frozen).toBe(before.frozen);
});

for (const mode of ['shadow', 'iframe'])
  test(`a button that the page has covered cannot be pressed, in ${mode} mode`, {
    tag: '@rarely',
  }, async ({ page, host }) => {
    await host.open(
      page,
      `<dialog id="cover" style="position:fixed;inset:0;width:100%;height:100%;max-width:none;max-height:none;margin:0;border:0;padding:0;opacity:.02;background:#fff;pointer-events:none">You won!</dialog>${element('wallet', `mode="${mode}"`)}${script}`,
    );
    const inside = await walletOf(page, mode);
    const before = await owned(host, 'demo');
    await prepare(inside, 140);
    const button = await proceed(inside);
    await expect(button).toBeEnabled();
    // over everything, and let clicks through
    await page.evaluate(() => (document.querySelector('#cover') as HTMLDialogElement).showModal());
    await expect(button).toBeDisabled();
    await page.waitForTimeout(1000);
    await expect(button).toBeDisabled();
    await page.evaluate(() => (document.querySelector('#cover') as HTMLDialogElement).close());
    await expect(button).toBeEnabled();
    expect((await owned(host, 'demo')).frozen).toBe(before.frozen);
  });

const refused = {
  'made for another origin': { other: { origin: process.env.PARTNER_URL! }, code: 'origin_mismatch' },
  'made for another feature': {
    other: { feature: 'notices', scopes: ['notices:read'] },
    code: 'scope_denied',
  },
};
for (const [name, { other, code }] of Object.entries(refused))
  test(`a wallet is not shown with a token that was ${name}`, { tag: '@rarely' }, async ({
    page,
    host,
    told,
  }) => {
    told.expected.push(/403/);
    const heard = await listen(page);
    host.answer = () => host.mint('wallet', other);
    await host.open(page, element('wallet') + script);
    await expect(embed(page).getByRole('alert').first()).toContainText('not available here');
    await expect(embed(page)).toHaveJSProperty('state', 'error');
    expect(await heard()).toContain(`error ${code}`);
    await expect(embed(page).getByText('¥')).toHaveCount(0);
  });

test('a token that may only read shows no way to a withdrawal, and says so where there was one', {
  tag: '@rarely',
}, async ({ page, host }) => {
  host.answer = () => host.mint('wallet', { scopes: ['wallet:read'] });
  await host.open(page, element('wallet') + script);
  const inside = await walletOf(page, 'shadow');
  await expect(inside.getByRole('link', { name: 'Withdrawal history' })).toBeVisible();
  await expect(inside.getByRole('link', { name: 'Withdraw', exact: true })).toHaveCount(0);
  await embed(page).evaluate((node: any) => node.navigate('/pages/mine/balance'));
  await expect(inside.getByText('This site may not do that for you.')).toBeVisible();
  const elsewhere = inside.getByRole('link', { name: 'Do it in Cloudphone' });
  await expect(elsewhere).toHaveAttribute('href', `${ours}/#/pages/mine/balance`);
  await expect(inside.getByRole('textbox')).toHaveCount(0);
});

for (const mode of ['shadow', 'iframe'])
  test(`another customer who signs in sees nothing of the one before, in ${mode} mode`, {
    tag: mode === 'shadow' ? [] : '@rarely',
  }, async ({ page, host, told }) => {
    const shown = async (member: string) =>
      `¥${((await owned(host, member)).balance / 100).toLocaleString('en', { minimumFractionDigits: 2 })}`;
    told.expected.push(/Fetch API cannot load/); // by the frame that goes
    host.answer = ({ feature }) => host.mint(feature, { member: 'democn' });
    await host.open(page, element('wallet', `mode="${mode}" id="first"`) + script);
    const insideOf = (id: string) => {
      const one = page.locator(`#${id}`);
      return mode === 'iframe' ? one.locator('iframe').contentFrame() : one;
    };
    const [before, now] = [await shown('democn'), await shown('demo')];
    expect(before).not.toBe(now);
    await expect(insideOf('first').getByText(before).first()).toBeVisible();
    await insideOf('first').getByRole('link', { name: 'Withdrawal history' }).click();

    // the page signs somebody else in, and shows another wallet
    host.answer = ({ feature }) => host.mint(feature, { member: 'demo' });
    await page.evaluate(
      (html) => {
        document.querySelector('main')!.insertAdjacentHTML('beforeend', html);
      },
      element('wallet', `mode="${mode}" id="second"`),
    );
    for (const id of ['second', 'first']) {
      await expect(insideOf(id).getByText(now).first()).toBeVisible();
      await expect(insideOf(id).getByText(before)).toHaveCount(0);
    }
  });

test('a token of another member cannot use what one member confirmed', { tag: '@rarely' }, async ({
  page,
  host,
}) => {
  host.answer = ({ feature, reason }) =>
    host.mint(feature, { member: reason === 'expired' ? 'demo' : 'democn' });
  let first = '';
  page.on('request', (request) => {
    first ||= /et_[\w-]+/.exec(request.postData() ?? '')?.[0] ?? '';
  });
  const heard = await listen(page);
  await host.open(page, element('wallet') + script);
  const inside = await walletOf(page, 'shadow');
  const before = await owned(host, 'demo');
  await prepare(inside, 160);
  const button = await proceed(inside);
  await fetch(`${ours}/embed/v1/revoke`, {
    method: 'POST',
    body: first,
    headers: { 'content-type': 'text/plain' },
  });
  await expect(button).toBeEnabled();
  await button.click();
  await expect.poll(() => host.asked.map(({ reason }) => reason)).toContain('expired');
  await page.waitForTimeout(1000);
  expect(await heard()).not.toContain('withdraw-submitted');
  expect(await owned(host, 'demo')).toEqual(before);
});

test('a member whom the partner does not know gets no token, nor does a partner ask for one of another’s', {
  tag: '@rarely',
}, async ({ host }) => {
  await expect(host.mint('wallet', { member: 'newbie' })).rejects.toThrow('member_not_linked');
  await expect(host.mint('wallet', { scopes: ['withdraw:confirm'] })).rejects.toThrow('scope_not_allowed');
  await expect(host.mint('wallet', { origin: 'https://evil.example' })).rejects.toThrow('origin_not_allowed');
});
