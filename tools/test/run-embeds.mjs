import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { actInEmbeds } from '../browsers/act-embeds.mjs';
import { send, signIn } from '../browsers/send.mjs';
import { canStream } from '../phone/encoder.mjs';
import { openPhones } from '../phone/serve.mjs';
import { chromiums, others, scriptOfPage } from './run-browsers.mjs';
import { prepareJourneys, unasked } from './run-journeys.mjs';

/** @import { Prepared } from './run-journeys.mjs' */

/** Milliseconds to wait for the provider of cloud phones. */
const streamsWithin = 60_000;

/**
 * An order that waits to be paid.
 * @param {string} url
 * @param {string} account
 * @param {string} password
 */
async function order(url, account, password) {
  const session = await signIn(url, account, password);
  const { items: products } = await send(url, 'wcProduct/queryList', { category: 'machines' }, session);
  const items = [{ productId: products[0].productId, quantity: 1 }];
  const { total } = await send(url, 'txProd/quote', { items }, session);
  await send(
    url,
    'txOrder/addUserOrder',
    { items, shownTotal: total, channel: 'card', requestKey: randomUUID() },
    session,
  );
}

/**
 * Waits until the first cloud phone of a member streams, if the phones do: the change of a task is a reason to ask their provider.
 * @param {string} url
 * @param {string} account
 * @param {string} password
 */
async function stream(url, account, password) {
  const session = await signIn(url, account, password);
  const { items: orders } = await send(url, 'txDevice/list', {}, session);
  const { serialNumber } = orders.find((/** @type {{ running: number }} */ { running }) => running);
  await send(url, 'msTaskMobile/updateState', { serialNumber, state: 2, requestKey: randomUUID() }, session);
  const { items } = await send(url, 'txDevice/fleet', { sort: 'name' }, session);
  for (const began = Date.now(); Date.now() - began < streamsWithin; ) {
    const { live } = await send(url, 'txScreen/open', { id: items[0].id }, session);
    if (live) return;
    await new Promise((rest) => setTimeout(rest, 200));
  }
  throw new Error('the provider streams no cloud phone');
}

/**
 * The main action of each feature of the embeds, in both modes and in every engine that this machine has; prints a table.
 * @param {{ prepared?: Prepared, engines?: string[], only?: string[] }} [options] `engines`: names in part, all without
 */
export async function runEmbeds({ prepared, engines, only } = {}) {
  console.log('\n— the main action of each embed in each engine');
  const begun = prepared ?? (await prepareJourneys());
  const phones = canStream() ? await openPhones({ key: 'phones' }) : undefined;
  if (!phones) console.log('Cloud phones are pictures only: live ones need ffmpeg (apt-get install ffmpeg)');
  const gateway = await begun.start({
    ...unasked,
    ...(phones && { MACHINES: 'stand-in', MACHINES_API_URL: phones.url, MACHINES_API_KEY: 'phones' }),
  });
  const script = await scriptOfPage();
  /** @type {{ names: Record<string, string[]>, password: string }} */
  const { names, password } = JSON.parse(readFileSync(join(begun.people(), 'names.json'), 'utf8'));
  const total = { passed: 0, failed: 0 };
  const browsers = [...chromiums(['current', '69']), ...(others.WebKit.lacks ? [] : [others.WebKit])].filter(
    ({ name }) => !engines || engines.some((one) => name.includes(one)),
  );
  if (others.WebKit.lacks) console.log(`WebKit: not installed (apt-get install ${others.WebKit.lacks})`);
  let next = 0;
  try {
    for (const { name, open } of browsers) {
      const own = names.rich ?? [];
      const began = Date.now();
      await actInEmbeds(
        open,
        script,
        {
          url: gateway.url,
          port: Number(begun.hosts[0]),
          secret: begun.partnerSecret,
          password,
          member: () => String(own[next++]),
          order: (member) => order(gateway.url, member, password),
          stream: async (member) => phones && stream(gateway.url, member, password),
        },
        (feature, mode, problem) => {
          total[problem ? 'failed' : 'passed']++;
          console.log(
            `${problem ? 'FAIL' : 'ok  '} ${name}: ${feature}, ${mode}${problem ? `\n  ${problem}` : ''}`,
          );
        },
        only,
      );
      console.log(`${name}: ${((Date.now() - began) / 1000).toFixed(0)} s`);
    }
  } finally {
    const stopped = await gateway.stop();
    await phones?.close();
    if (stopped !== 0) console.log(gateway.said().slice(-2000));
    if (!prepared) await begun.end();
  }
  return total;
}
