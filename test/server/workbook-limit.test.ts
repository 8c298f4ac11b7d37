// @rarely: 50,001 rows; desk-areas.test.ts has what an export contains

import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { openGateway, type TestGateway } from './support/open';
import { deskSession } from './support/operator';
import { addRows } from './support/rows';

interface Context {
  gateway: TestGateway;
}
const test = suite<Context>('the largest workbook');
test.before(async (the) => {
  the.gateway = await openGateway();
});
test.after(({ gateway }) => gateway.close());

test('a workbook has 50,000 rows at most; one row more is refused, and is in the CSV file', async ({
  gateway,
}) => {
  const { token } = await deskSession(gateway, 'admin');
  const [orderNo, txid, at] = [randomUUID(), randomUUID(), new Date()];
  const transfer = { amount: 1_000_000, state: 'review', order_no: orderNo, at, seen_at: at };
  await addRows(gateway, 'usdt_transfer', [{ ...transfer, txid }]);
  await sql`insert into usdt_transfer (txid, address, payer, amount, state, order_no, at, seen_at)
    select txid || n, address, payer, amount, state, order_no, at, seen_at
    from usdt_transfer, generate_series(1, 50000) n where txid = ${txid}`.execute(gateway.db.run);
  const exported = (format: string) =>
    fetch(`${gateway.desk}/operator/transfers/export?orderNo=${orderNo}&columns=amount&format=${format}`, {
      headers: { authorization: `Bearer ${token}` },
    });
  const refused = await exported('xlsx');
  assert.is(refused.status, 400);
  assert.match(await refused.text(), 'A workbook holds 50000 rows: choose a range of dates, or CSV');
  assert.is((await (await exported('csv')).text()).split('\r\n').filter(Boolean).length, 1 + 50_001);
  await gateway.db.run.deleteFrom('usdt_transfer').where('txid', '=', txid).execute();
  const book = await exported('xlsx');
  assert.is(book.status, 200);
  assert.is(
    Buffer.from(await book.arrayBuffer())
      .subarray(0, 2)
      .toString(),
    'PK',
  );
});

test.run();
