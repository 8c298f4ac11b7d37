import {
  arrived,
  arrivedInFrame,
  element,
  embed,
  expect,
  htmlOf,
  listen,
  ours,
  partner,
  script,
  test,
} from './support/embed-host';

/** Everything that somebody who knows our messages could say. */
const forged = (id: string) => `[
  null, undefined, 0, '', 'hello', [], {}, { cp: null }, { cp: 'hello' },
  { cp: 'hello', v: 1, id: '${id}' }, { cp: 'hello', v: 9, id: '${id}' }, { cp: 'init', v: 1, id: '${id}', options: {} },
  { cp: 'secure', v: 1, id: '${id}', state: 'done' },
  { type: 'event', name: 'destroyed', detail: { reason: 'api' } }, { type: 'size', h: 9 }, { type: 'bye' },
  { type: 'token', n: 0, reason: 'use' }, { type: 'token', n: 0, v: { token: 'et_evil', expiresIn: 300 } },
]`;

for (const mode of ['shadow', 'iframe'])
  test(`messages from another site’s frame change nothing for an embed in ${mode} mode`, {
    tag: mode === 'iframe' ? [] : '@rarely',
  }, async ({ page, host }) => {
    const heard = await listen(page);
    await host.open(page, `${element('wallet', `mode="${mode}"`)}<div id="ads"></div>${script}`);
    const inside = mode === 'shadow' ? embed(page) : await arrivedInFrame(page);
    if (mode === 'shadow') await arrived(page);
    const id = await embed(page).evaluate((node: any) => node.embed.id);
    const before = (await heard()).length;
    host.pages['/ad'] = htmlOf(
      `<script>const all = ${forged(id)};
        for (const one of all) { parent.postMessage(one, '*'); const { port1 } = new MessageChannel(); parent.postMessage(one, '*', [port1]); }
        for (let place = 0; place < parent.length; place++) for (const one of all) parent[place].postMessage(one, '*');
        parent.postMessage('said', '*');</script>`,
    );
    await page.evaluate(
      (ad) =>
        new Promise<void>((settle) => {
          addEventListener('message', ({ data }) => data === 'said' && settle());
          const frame = document.createElement('iframe');
          frame.src = ad;
          document.querySelector('#ads')!.append(frame);
        }),
      `${host.stranger}/ad`,
    );
    // and the page's own scripts, which can reach our frame
    await embed(page).evaluate((node, messages) => {
      const frame = node.shadowRoot!.querySelector('iframe');
      for (const one of new Function(`return ${messages}`)()) {
        postMessage(one, '*');
        if (frame) frame.contentWindow!.postMessage(one, '*');
      }
    }, forged(id));
    await page.waitForTimeout(300);
    expect((await heard()).slice(before)).toEqual([]);
    await inside.getByRole('link', { name: 'Withdrawal history' }).click();
    await expect(inside.getByRole('listitem').first()).toBeVisible();
    expect(host.asked.length).toBe(1);
  });

test('the frame of an embed says nothing to a page that is not the partner’s', async ({
  page,
  host,
  told,
}) => {
  told.expected.push(/frame-ancestors|Failed to load resource|ancestor|ERR_BLOCKED/);
  host.pages['/'] = htmlOf(
    `<script>window.got = []; addEventListener('message', ({ data }) => got.push(data));</script>
     <iframe src="${ours}/frame/${partner}#1.wallet.x1"></iframe><iframe src="${ours}/frame/nobody#1.wallet.x2"></iframe>`,
  );
  await page.goto(host.stranger);
  await page.waitForTimeout(700);
  expect(await page.evaluate(() => (globalThis as any).got)).toEqual([]);
});
