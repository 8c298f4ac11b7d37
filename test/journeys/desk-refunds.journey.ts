import { expect, test } from '@playwright/test';
import { addUserOrder, getOrder } from '../../src/contract/buying/orders';
import { type PayTicket, startPay } from '../../src/contract/buying/payments';
import { quote } from '../../src/contract/buying/products';
import { openAlipay } from '../server/support/alipay';
import { refundsOfProvider } from '../server/support/provider-refunds';
import { openStripe, stripeEnv, stripeEvent } from '../server/support/stripe';
import { notice, openWechat, wechatEnv } from '../server/support/wechat';
import { handsOn, heading, joinDesk } from './support/desk-page';
import { arrive, callAs, openSignedIn, ownMember, screen, type Who } from './support/journey';
import { startOwnGateway } from './support/own-gateway';

const at = { card: refundsOfProvider(), alipay: refundsOfProvider(), wechat: refundsOfProvider() };
type Way = keyof typeof at;
let member: Who;
let gateway: Awaited<ReturnType<typeof startOwnGateway>>;
let providers: {
  stripe: Awaited<ReturnType<typeof openStripe>>;
  alipay: Awaited<ReturnType<typeof openAlipay>>;
  wechat: Awaited<ReturnType<typeof openWechat>>;
};
test.beforeAll(async () => {
  member = ownMember('chinese');
  providers = {
    stripe: await openStripe(at.card),
    alipay: await openAlipay(at.alipay),
    wechat: await openWechat(),
  };
  const { stripe, alipay, wechat } = providers;
  wechat.state.refunding = at.wechat;
  gateway = await startOwnGateway({ ...stripeEnv(stripe.url), ...alipay.env, ...wechatEnv(wechat.url) });
});
test.afterAll(async () => {
  await gateway?.stop();
  await Promise.all(Object.values(providers ?? {}).map((one) => one.close()));
});
test.use({ viewport: { width: 1440, height: 900 }, isMobile: false, hasTouch: false });

/** An order that the member has paid at its provider, and the number of the payment there. */
async function bought(way: Way): Promise<{ orderNo: string; payment: string }> {
  const { url } = gateway;
  const items = [{ productId: 'p-starter', quantity: 1 }];
  const { total } = await callAs(member, quote, { items }, url);
  const form = { items, shownTotal: total, channel: way, requestKey: crypto.randomUUID() };
  const { orderNo } = await callAs(member, addUserOrder, form, url);
  const ticket: PayTicket = await callAs(member, startPay, { orderNo }, url);
  const { stripe, alipay, wechat } = providers;
  if (way === 'card') return { orderNo, payment: await stripe.pay(url) };
  if (way === 'alipay')
    return { orderNo, payment: await alipay.pay(url, 'url' in ticket ? (ticket.url ?? '') : '') };
  const told = wechat.pay(wechat.state.asked.at(-1).out_trade_no);
  await fetch(`${url}/pay/notice/wechat`, { method: 'POST', ...notice(told) });
  return { orderNo, payment: told.transaction_id };
}

const names = { card: 'Card', alipay: 'Alipay', wechat: 'WeChat Pay' };

// test/server/provider-refunds.test.ts and disputes.test.ts would fail too
test('finance refunds to a card, to Alipay and to WeChat Pay, and sees a dispute', {
  tag: '@rarely',
}, async ({ page }) => {
  await joinDesk(page, gateway.url, 'fay', 'finance');
  const hands = handsOn(page);
  let last = '';
  for (const way of Object.keys(names) as Way[]) {
    const { orderNo } = await bought(way);
    await hands.find(orderNo, new RegExp(`^${orderNo} Orders`));
    await expect(heading(page, `Orders · ${orderNo}`)).toBeVisible();
    await hands.button('Refund');
    await expect(hands.dialog).toContainText(names[way]);
    await expect(hands.dialog).toContainText('¥99.00');
    await hands.field('Reason', 'It came late', hands.dialog);
    await hands.press(hands.dialog.getByRole('button', { name: 'Refund', exact: true }));
    await expect(hands.dialog).toHaveCount(0);
    await expect.poll(() => at[way].made.map(({ amount }) => amount)).toEqual([99_00]);
    last = orderNo;
  }
  await hands.menu('Provider refunds');
  await hands.view('Done');
  for (const name of Object.values(names)) await expect(hands.main).toContainText(name);
  const { refunds } = await callAs(member, getOrder, { orderNo: last }, gateway.url);
  expect(refunds).toMatchObject([{ to: 'wechat', amount: 99_00, state: 'done' }]);

  const { orderNo, payment } = await bought('card');
  const told = await stripeEvent(gateway.url, 'charge.dispute.created', {
    id: 'du_1',
    object: 'dispute',
    payment_intent: payment,
    amount: 99_00,
    reason: 'product_not_received',
    status: 'needs_response',
    evidence_details: { due_by: Math.floor(Date.now() / 1000) + 86_400 },
  });
  expect(told.status).toBe(200);
  await page.goto(`${gateway.url}/operator/`);
  await hands.press(hands.main.getByRole('link', { name: /^Disputes/ }));
  await expect(hands.main).toContainText(orderNo);
  await hands.row('product not received');
  await expect(heading(page, /^Disputes · D\d+$/)).toBeVisible();
  await expect(hands.main).toContainText('product not received');

  await openSignedIn(page, member, `${gateway.url}/#/pages/orderDetail?orderNo=${last}`);
  await arrive(page, 'pages/orderDetail');
  await expect(screen(page, 'pages/orderDetail')).toContainText('Refund to: WeChat Pay');
  await expect(screen(page, 'pages/orderDetail')).toContainText('up to 10 working days');
});
