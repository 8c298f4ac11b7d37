import { readdirSync, readFileSync } from 'node:fs';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { getInfo } from '../../../src/contract/member/auth';
import { listDeclarations } from '../../../src/contract/member/declarations';
import { listFriends } from '../../../src/contract/member/friends';
import { markRead } from '../../../src/contract/support/messages';
import { addWorkOrder, getWorkOrder, listWorkOrders } from '../../../src/contract/support/work-orders';
import type { Call } from '../../../src/contract/wire/call';
import type { EmbedTerms } from '../../../src/contract/wire/embed-terms';
import { sendFile } from '../../../src/contract/wire/upload';
import type { Host } from '../../../src/embed/host';
import { announce } from '../../../src/embed/runtime/announce';
import { isAllowed, publicPart } from '../../../src/server/embed/allowed';
import { endpoints } from '../../../src/server/endpoints';

const test = suite('calls');
const calls: readonly Call[] = endpoints.map(({ call }) => call);

const sources = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter((file) =>
  /\.(tsx?|js)$/.test(file),
);
/** The texts of a source: what stands in quotes, whole. */
const textsOf = (file: string) =>
  [
    ...readFileSync(`src/${file}`, 'utf8')
      .replace(/^\s*(\/?\*|\/\/).*$/gm, '')
      .matchAll(/(['"`])((?:(?!\1)[^\\\n])*)\1/g),
  ].map(([, , text]) => text!);

test('the path of a call stands in its declaration, and nowhere else', () => {
  const paths = new Set(calls.map(({ path }) => path));
  const found = sources.flatMap((file) =>
    textsOf(file)
      .filter((text) => paths.has(text))
      .map((text) => ({ file, text })),
  );
  assert.equal(
    found.filter(({ file }) => !file.startsWith('contract/')),
    [],
  );
  assert.equal(found.map(({ text }) => text).sort(), [...paths].sort(), 'each once');
});

test('no source names calls by how their paths begin', () => {
  const groups = new Set(calls.map(({ path }) => path.slice(0, path.lastIndexOf('/') + 1)));
  const declared = new Set(calls.map(({ path }) => path));
  const found = sources.flatMap((file) =>
    textsOf(file)
      .filter((text) => !declared.has(text) && [...groups].some((group) => text.startsWith(group)))
      .map((text) => `${file}: ${text}`),
  );
  assert.equal(found, []);
});

test('a call makes only calls stale that are queries and change nothing', () => {
  const asked = new Set(calls);
  const wrong = calls.filter(({ stale }) =>
    stale?.().some((call) => !asked.has(call) || call.stale || call.once),
  );
  assert.equal(
    wrong.map(({ path }) => path),
    [],
  );
  assert.ok(calls.filter(({ stale }) => stale).length > 30);
});

test('a call that an embed may make and that changes data names stale calls; a confirmed one is once', () => {
  const silent = calls.filter(({ once, embed, stale }) => embed && once && !stale);
  assert.equal(
    silent.map(({ path }) => path),
    ['txSupport/send'],
    'whose list hears of it by itself',
  );
  assert.equal(
    calls.filter(({ embed, once }) => embed?.confirm && !once),
    [],
  );
});

test('a token asks what its scopes let it ask, what every token may, and nothing else', () => {
  assert.is(isAllowed(getWorkOrder, ['work-orders:read']), true);
  assert.is(isAllowed(addWorkOrder, ['work-orders:read']), false);
  assert.is(isAllowed(getInfo, []), true);
  assert.is(isAllowed(sendFile, ['chat:read', 'chat:write']), true);
  const ours = calls.filter(({ embed }) => !embed);
  assert.ok(ours.length > 30);
  for (const call of ours) assert.is(isAllowed(call, ['wallet:read', 'withdraw:prepare']), false, call.path);
});

test('private fields are empty, or absent where they are no text, at any depth', () => {
  const friends = { items: [{ nickname: 'Bo', phone: '138****8000' }], next: 'x' };
  assert.equal(publicPart(friends, listFriends), { items: [{ nickname: 'Bo', phone: '' }], next: 'x' });
  const declared = { items: [{ customerName: 'bo', customerPhone: '13800138000' }] };
  assert.equal(publicPart(declared, listDeclarations), {
    items: [{ customerName: 'bo', customerPhone: '' }],
  });
  const order = endpoints.find(({ call }) => call.path.endsWith('orderDetail'))!.call;
  assert.equal(publicPart({ orderNo: '1', address: { username: 'Bo' } }, order), { orderNo: '1' });
});

test('a field that tells of a person is declared private or public, or nothing compiles', () => {
  const terms = <O>({ fields }: EmbedTerms<O>) => fields;
  const scopes = 'every';
  assert.equal(terms<{ phone: string }>({ scopes, fields: { phone: 'private' } }), { phone: 'private' });
  assert.is(terms<{ id: string; total: number }>({ scopes }), undefined);
  // @ts-expect-error nothing is said of the phone
  terms<{ phone: string }>({ scopes });
  // @ts-expect-error nor of one at a depth
  terms<{ items: { leader?: { userphone: string } }[] }>({ scopes, fields: {} });
  // @ts-expect-error there is no such field
  terms<{ id: string }>({ scopes, fields: { phone: 'private' } });
});

test('a partner’s page gets ids of what was done, and nothing where the call declares nothing', () => {
  const told: unknown[] = [];
  const tell = announce({ emit: (...event: unknown[]) => told.push(event) } as unknown as Host);
  tell(addWorkOrder, { id: 'w1', number: 'N1' });
  tell(listWorkOrders, { items: [] });
  assert.equal(told, [
    ['work-order-created', { id: 'w1', number: 'N1' }],
    ['event', { name: 'done', call: addWorkOrder.path }],
  ]);
});

test('a partner’s page gets the number of unread messages', () => {
  const told: unknown[] = [];
  const tell = announce({ emit: (...event: unknown[]) => told.push(event) } as unknown as Host);
  tell(markRead, { unread: 3 });
  assert.equal(told, [['notice-unread', { count: 3 }]]);
});

test.run();
