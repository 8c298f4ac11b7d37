import { randomUUID } from 'node:crypto';
import { DeclarationStatus } from '../../contract/member/declarations';
import { addOwnAddress } from '../addresses/change-address';
import type { Tx } from '../db/database';
import { decide } from '../declarations/decide-declaration';
import { submitDeclaration } from '../declarations/submit-declaration';
import type { FileStore } from '../kernel/file-store';
import { demo, democn } from './members';
import { seedPicture } from './picture';

const day = 86_400_000;

type Declared = [
  customer: string,
  phone: string,
  quantity: number,
  fen: number,
  daysAgo: number,
  decided?: [status: 2 | -1, text: string | null],
];

const declared: Declared[] = [
  ['aiko', '+6590001101', 12, 20_160_00, 11, [DeclarationStatus.confirmed, null]],
  [
    'ruis',
    '+6590001104',
    1,
    99_00,
    5,
    [DeclarationStatus.rejected, 'The attachment shows another amount: ¥89.00'],
  ],
  ['benok', '+6590001102', 2, 1_798_00, 2, [DeclarationStatus.confirmed, 'Thank you']],
  ['chenyu', '+6590001103', 4, 3_596_00, 0.3],
];

/** Addresses and declarations of the demo members, submitted and decided with the functions for members and for the back office. */
export async function seedOwn(tx: Tx, files: FileStore, now: number): Promise<void> {
  const address = (member: string, daysAgo: number, input: object) =>
    addOwnAddress(
      tx,
      { member, now: now - daysAgo * day },
      { username: '', userphone: '', address: '', requestKey: '', ...input },
    );
  await address(demo, 60, {
    username: 'Dana Demo',
    userphone: '+6591234567',
    address: '18 Cross Street, #12-04, Singapore 048423',
  });
  await address(demo, 20, {
    username: '林慧',
    userphone: '13800138046',
    area: '330106',
    address: '文三路 90 号 3 幢 402 室',
    idCard: '11010519491231002X',
    position: { latitude: 30.2741, longitude: 120.1291 },
  });
  await address(democn, 30, {
    username: '云小演',
    userphone: '13800138000',
    area: '330106',
    address: '文三路 90 号 3 幢 402 室',
    position: { latitude: 30.2741, longitude: 120.1291 },
  });
  for (const [customerName, customerPhone, quantity, orderAmount, daysAgo, decided] of declared) {
    const at = now - daysAgo * day;
    const attachment = [await seedPicture(tx, files, { owner: demo, at: new Date(at) })];
    const { id } = await submitDeclaration(
      tx,
      { member: demo, now: at },
      {
        customerName,
        customerPhone,
        quantity,
        orderAmount,
        payTime: new Date(at - 3_600_000).toISOString(),
        attachment,
        requestKey: randomUUID(),
      },
    );
    if (!decided) continue;
    const [status, text] = decided;
    await decide(tx, id, { status, text }, at + day / 4);
  }
  // the system messages about these are read
  await tx
    .updateTable('system_message')
    .set({ read_at: new Date(now) })
    .where('member', '=', demo)
    .where('kind', 'in', ['declarationConfirmed', 'declarationRejected'])
    .execute();
}
