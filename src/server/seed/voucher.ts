import { createHash, randomUUID } from 'node:crypto';
import type { Tx } from '../db/database';
import type { FileStore } from '../kernel/file-store';
import { insertAll } from './bulk';

/** The smallest possible PNG: a demo voucher is only displayed, not read. */
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

/** A remittance that waits for the operator, with its voucher. */
export async function seedRemittance(
  tx: Tx,
  files: FileStore,
  of: { member: string; orderNo: string; amount: number },
  now: number,
): Promise<void> {
  const voucher = randomUUID();
  await files.put(voucher, png, 'image/png');
  const at = new Date(now);
  const { member } = of;
  await insertAll(tx, 'picture', [
    {
      id: voucher,
      owner: member,
      type: 'image/png',
      size: png.length,
      name: 'voucher.png',
      shared: false,
      at,
    },
  ]);
  await insertAll(tx, 'remittance', [
    {
      id: `demo-remittance-${of.orderNo}`,
      member,
      order_no: of.orderNo,
      amount: of.amount,
      phone: '13800138000',
      voucher,
      voucher_hash: createHash('sha256').update(png).digest('hex'),
      same_as: null,
      state: 'auditing',
      reason: null,
      at,
      decided_at: null,
    },
  ]);
}
