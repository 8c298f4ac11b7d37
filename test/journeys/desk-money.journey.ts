import { readFileSync } from 'node:fs';
import { type Download, expect, type Locator, type Page, test } from '@playwright/test';
import { userAccountAdd } from '../../src/contract/money/payout';
import { applyWithdrawal, quoteWithdrawal } from '../../src/contract/money/wallet';
import { asOwner as ask, handsOn, heading, joinDesk } from './support/desk-page';
import { callAs, demo } from './support/journey';
import { startOwnGateway } from './support/own-gateway';

// On a gateway of its own, whose withdrawals no other journey decides.
let gateway: Awaited<ReturnType<typeof startOwnGateway>>;
test.beforeAll(async () => {
  gateway = await startOwnGateway({
    PAY_PASSWORD_FROM: 'off',
    PAYOUT_REST_HOURS: 0,
    PAYOUT_FROM_NAME: 'Cloudphone',
    PAYOUT_FROM_ACCOUNT: 'DE89370400440532013000',
    PAYOUT_FROM_BIC: 'COBADEFFXXX',
  });
});
test.afterAll(() => gateway.stop());
test.use({ viewport: { width: 1440, height: 900 }, isMobile: false, hasTouch: false });

const owner = (path: string, body?: object) => ask(gateway.url, path, body);

/** Withdrawals of a member to one bank card, approved; their numbers. */
async function approved(amounts: number[]): Promise<string[]> {
  const requestKey = () => crypto.randomUUID();
  const { id: accountId } = await callAs(
    demo,
    userAccountAdd,
    {
      kind: 'bank',
      holder: 'Dana Demo',
      cardNumber: '6222021234567890128',
      openingBank: 'ICBC',
      openingBranch: 'Central',
      requestKey: requestKey(),
    },
    gateway.url,
  );
  const numbers: string[] = [];
  for (const amount of amounts) {
    const form = { source: 'balance' as const, amount, accountId };
    const { fee } = await callAs(demo, quoteWithdrawal, form, gateway.url);
    const { number } = await callAs(
      demo,
      applyWithdrawal,
      { ...form, fee, requestKey: requestKey() },
      gateway.url,
    );
    await owner(`withdrawals/${number}/approve`, {});
    numbers.push(number);
  }
  return numbers;
}

const textOf = async (download: Download) => readFileSync((await download.path()) ?? '', 'utf8');

/** The payments of a file for the bank: the number and the amount of each. */
const paymentsIn = (xml: string): [number: string, amount: string][] =>
  [...xml.matchAll(/<EndToEndId>(\w+)<[\s\S]*?<InstdAmt Ccy="CNY">([\d.]+)</g)].map(([, number, amount]) => [
    number ?? '',
    amount ?? '',
  ]);

const entry = (side: 'DBIT' | 'CRDT', amount: string, reference: string, bank: string) =>
  `<Ntry><Amt Ccy="CNY">${amount}</Amt><CdtDbtInd>${side}</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts><BookgDt><Dt>2026-11-20</Dt></BookgDt><AcctSvcrRef>${bank}</AcctSvcrRef><NtryDtls><TxDtls><Refs><EndToEndId>${reference}</EndToEndId></Refs></TxDtls></NtryDtls></Ntry>`;

const statement = (entries: string[]) =>
  `<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt><Stmt><Acct><Id><IBAN>DE89370400440532013000</IBAN></Id></Acct>${entries.join('')}</Stmt></BkToCstmrStmt></Document>`;

async function chooseFile(page: Page, button: Locator, text: string): Promise<void> {
  const asked = page.waitForEvent('filechooser');
  await button.click();
  await (await asked).setFiles({ name: 'day.xml', mimeType: 'application/xml', buffer: Buffer.from(text) });
}

// test/server/batches.test.ts and statements.test.ts would fail too
test('a payout batch goes out, its statement comes back, and only three wrong lines stay open', {
  tag: '@rarely',
}, async ({ page }) => {
  const numbers = await approved([100_00, 110_00, 120_00, 130_00]);
  await joinDesk(page, gateway.url, 'ada', 'admin');
  const hands = handsOn(page);
  await hands.menu('Withdrawals');
  await hands.view('Approved');
  const row = (text: string) => hands.main.getByRole('row').filter({ hasText: text });
  for (const number of numbers) await hands.press(row(number).getByRole('checkbox'));
  await hands.button('New payout batch');
  await expect(hands.dialog).toContainText('4 records');
  await hands.press(hands.dialog.getByRole('button', { name: 'New payout batch' }));
  await expect(heading(page, /^Payout batches · B\d+$/)).toBeVisible();
  for (const number of numbers) await expect(hands.main).toContainText(number);
  await hands.act('Approve');

  await hands.button('Make the file');
  await hands.choose('Format', 'ISO 20022 (pain.001)', hands.dialog);
  const downloading = page.waitForEvent('download');
  await hands.press(hands.dialog.getByRole('button', { name: 'Make the file' }));
  const payments = paymentsIn(await textOf(await downloading));
  expect(payments.map(([number]) => number).sort()).toEqual([...numbers].sort());

  const [wrong, ...right] = payments;
  const lines = [
    ...right.map(([number, amount], nth) => entry('DBIT', amount, number, `BANK-${nth}`)),
    entry('DBIT', '1.00', wrong?.[0] ?? '', 'BANK-LESS'),
    entry('DBIT', '77.00', 'W209901010000000000', 'BANK-NOBODY'),
    entry('CRDT', '55.55', 'a gift', 'BANK-GIFT'),
  ];
  await hands.menu('Statements');
  await hands.button('Import a statement');
  await hands.field('Name', 'day.xml', hands.dialog);
  await chooseFile(page, hands.dialog.getByRole('button', { name: 'File' }), statement(lines));
  await expect(hands.dialog).toContainText('day.xml');
  await hands.press(hands.dialog.getByRole('button', { name: 'Import a statement' }));
  await expect(hands.dialog).toHaveCount(0);

  await hands.menu('Statement lines');
  await expect(hands.main.getByRole('row')).toHaveCount(4); // with the names of columns
  await expect(row('−¥1.00')).toContainText('Another amount');
  await expect(row('−¥77.00')).toContainText('Nobody’s');
  await expect(row('¥55.55')).toContainText('Nobody’s');
  const states = numbers.map(async (number) => (await owner(`withdrawals/${number}`)).status);
  expect((await Promise.all(states)).filter((status) => status === 'remitted')).toHaveLength(3);
  expect((await owner(`withdrawals/${wrong?.[0]}`)).status).toBe('approved');

  await row('¥55.55').getByRole('cell', { name: 'a gift' }).click();
  await hands.act('Not ours', { Reason: 'A gift of the bank' });
  await hands.menu('Reconciliation');
  await expect(row('2026-11-20')).toContainText('¥55.55');
});
