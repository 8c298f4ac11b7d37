import { expect, test } from '@playwright/test';
import { addByMoney } from '../../src/contract/buying/orders';
import { quote } from '../../src/contract/buying/products';
import { askInvoice } from '../../src/contract/money/invoices';
import { handsOn, joinDesk } from './support/desk-page';
import { callAs, demo } from './support/journey';
import { startOwnGateway } from './support/own-gateway';

// On a gateway of its own, whose series of numbers no other journey uses.
let gateway: Awaited<ReturnType<typeof startOwnGateway>>;
test.beforeAll(async () => {
  gateway = await startOwnGateway({ PAY_PASSWORD_FROM: 'off', PAYOUT_REST_HOURS: 0 });
});
test.afterAll(() => gateway.stop());
test.use({ viewport: { width: 1440, height: 900 }, isMobile: false, hasTouch: false });

async function requested(): Promise<void> {
  const requestKey = () => crypto.randomUUID();
  const items = [{ productId: 'p-starter', quantity: 1 }];
  const { total } = await callAs(demo, quote, { items }, gateway.url);
  const bought = { items, shownTotal: total, requestKey: requestKey() };
  const { orderNo } = await callAs(demo, addByMoney, bought, gateway.url);
  const buyer = { kind: 'person', title: 'Dana Demo', country: 'SG', email: 'dana@example.com' } as const;
  await callAs(demo, askInvoice, { orderNo, ...buyer, requestKey: requestKey() }, gateway.url);
}

// test/server/invoices.test.ts would fail too
test('finance issues a requested invoice and saves its PDF', { tag: '@rarely' }, async ({ page }) => {
  await requested();
  await joinDesk(page, gateway.url, 'fin', 'finance');
  const hands = handsOn(page);
  await hands.menu('Invoices');
  await hands.row('Dana Demo');
  await hands.act('Issue');
  await expect(hands.main).toContainText(/INV-\d{4}-000001/);
  await hands.button('PDF');
  const downloading = page.waitForEvent('download');
  await hands.press(hands.dialog.getByRole('button', { name: 'PDF' }));
  expect((await downloading).suggestedFilename()).toMatch(/^INV-\d{4}-000001\.pdf$/);
});
