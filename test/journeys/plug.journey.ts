import md5 from 'blueimp-md5';
import { addByMoney, addUserOrder, getOrder } from '../../src/contract/buying/orders';
import { startPay } from '../../src/contract/buying/payments';
import { quote } from '../../src/contract/buying/products';
import { login } from '../../src/contract/member/auth';
import type { Call } from '../../src/contract/wire/call';
import { uuid } from '../../src/contract/wire/uuid';
import { isDone, type Wire } from '../../src/core/http/answer';
import { ask } from '../../src/core/http/http';
import { startGateway } from '../../tools/programs/gateway.mjs';
import { demo, expect, test } from './support/journey';
import { program } from './support/own-gateway';

const items = [{ productId: 'p-starter', quantity: 1 }];

/** The phone's own client, signed in as the demo member. */
async function phone(base: string) {
  const who = { token: '', userId: '' };
  const wire: Wire = {
    base: `${base}/api`,
    secret: 'dev-signing-secret',
    appid: 'h5',
    identity: () => who,
    language: () => 'en_US',
    clock: { ahead: 0 },
    md5,
  };
  const signedIn = await ask(wire, login, { ...demo, agreed: true });
  if (!isDone(signedIn)) throw new Error(signedIn.message);
  Object.assign(who, { token: signedIn.token, userId: signedIn.userInfo.userId });
  return <I, O>(call: Call<I, O>, input: I) => ask(wire, call, input);
}

/** Milliseconds after the payment was sent. */
const moments = [0, 15, 60];

test('the plug is pulled in the middle of a payment: nothing is lost, nothing is charged twice', {
  tag: '@rarely', // test/server/durable kills gateways at each change
}, async () => {
  test.setTimeout(240_000);
  let gateway = await startGateway({ program, PAY_PASSWORD_FROM: 'off' });
  try {
    for (const after of moments) {
      const before = await phone(gateway.url);
      const price = await before(quote, { items });
      if (!isDone(price)) throw new Error(price.message);
      const card = await before(addUserOrder, {
        items,
        shownTotal: price.total,
        channel: 'card',
        requestKey: uuid(),
      });
      if (!isDone(card)) throw new Error(card.message);
      const ticket = await before(startPay, { orderNo: card.orderNo });
      if (!isDone(ticket) || !('url' in ticket)) throw new Error(ticket.message);
      const bought = { items, shownTotal: price.total, requestKey: uuid() };

      const pay = (at: string) =>
        fetch(new URL(ticket.url!, at), {
          method: 'POST',
          body: new URLSearchParams({ do: 'pay' }),
          redirect: 'manual',
        });
      const under = [pay(gateway.url), before(addByMoney, bought)].map((one) => one.catch(() => undefined));
      await new Promise((rest) => setTimeout(rest, after));
      await gateway.kill();
      await Promise.all(under);

      gateway = await startGateway({ program, PAY_PASSWORD_FROM: 'off', data: gateway.data });
      const again = await phone(gateway.url);
      await pay(gateway.url); // the provider repeats its notice until it is heard
      const paid = await again(getOrder, { orderNo: card.orderNo });
      expect(isDone(paid) && [paid.state, paid.paidAmount]).toEqual([1, price.total]);

      const first = await again(addByMoney, bought);
      const second = await again(addByMoney, bought);
      expect(isDone(first) && first.state).toBe(1);
      expect(second).toMatchObject({ orderNo: isDone(first) && first.orderNo });
      const books = await fetch(`${gateway.url}/operator/ledger`, {
        headers: { authorization: 'Bearer dev-operator-token' },
      });
      expect(await books.json()).toMatchObject({ inOrder: true, broken: {} });
    }
  } finally {
    await gateway.stop();
  }
});
