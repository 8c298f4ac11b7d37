import { createHash, randomUUID } from 'node:crypto';
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { type OpenedScreen, openScreen } from '../../src/contract/buying/screens';
import { serializeEnvelope } from '../../src/contract/wire/envelope';
import { largestPhoneFile, type Upload } from '../../src/contract/wire/upload';
import { sandboxProvider } from '../../src/server/devices/sandbox';
import { tokenOf } from '../../src/server/http/wire';
import { openPhones } from '../../tools/phone/serve.mjs';
import { answering } from './support/answering';
import { addOrder } from './support/devices';
import { env, link, mint, shop } from './support/embed';
import { addMember } from './support/member';
import { openGateway, type Sent, type TestGateway } from './support/open';

interface Context {
  phones: Awaited<ReturnType<typeof openPhones>>;
  gateway: TestGateway;
  as: Sent;
  member: string;
  /** A cloud phone of the member's, whose provider takes files. */
  machine: string;
}
const logged: string[] = [];
const test = suite<Context>('files for cloud phones');
test.before(async (the) => {
  the.phones = await openPhones({ key: 'key' });
  the.gateway = await openGateway({
    env: { ...env, MACHINES_API_URL: the.phones.url, MACHINES_API_KEY: 'key' },
    log: (line) => void logged.push(line),
  });
});
test.before.each(async (the) => {
  const { id: member } = await addMember(the.gateway);
  const machine = await addAble(the.gateway, member);
  Object.assign(the, { member, machine, as: await the.gateway.signIn(member) });
});
test.after(async ({ gateway, phones }) => {
  await gateway.close();
  await phones.close();
});

async function addAble(gateway: TestGateway, member: string): Promise<string> {
  const id = `${await addOrder(gateway, member)}-1`;
  await change(gateway.db, id, { screenshots: true, files: true });
  return id;
}
const change = (db: TestGateway['db'], id: string, values: object) =>
  db.run.updateTable('machine').set(values).where('id', '=', id).execute();

const pdf = Buffer.from('%PDF-1.7 a contract');
/** Sends a file as the app does; as an embed does if the token is its. */
async function push(
  { url, settings, clock }: TestGateway,
  { token = '', userId = '' }: Sent,
  { file = pdf, ...claims }: Partial<Upload> & { file?: Buffer },
) {
  const md5 = createHash('md5').update(file).digest('hex');
  const data: Upload = { field: 'phoneFile', name: 'Vertrag.pdf', size: file.length, md5, ...claims };
  const timestamp = Date.now() + clock.ahead;
  const isEmbed = token.startsWith('et_');
  const appid = isEmbed ? 'p_shop' : 'h5';
  const payload = serializeEnvelope({ uuid: randomUUID(), appid, authToken: token, timestamp }, data);
  const form = new FormData();
  form.append('payload', payload);
  form.append(data.field, new Blob([new Uint8Array(file)]), data.name);
  const headers = {
    Token: tokenOf(isEmbed ? token : settings.signingSecret, payload),
    userId,
    ...(isEmbed && { authorization: `Bearer ${token}`, origin: shop }),
  };
  const response = await fetch(`${url}/api/upload`, { method: 'POST', body: form, headers });
  const { header, ...answer } = (await response.json()) as any;
  return { code: header?.res_code, ...answer } as { code: number | string; message?: string; url?: string };
}
const left = ({ settings }: TestGateway) => readdirSync(path.join(settings.dataDir, 'pictures'));

test('a member sends a file to a cloud phone, and the gateway keeps and logs nothing of it', async (the) => {
  const { gateway, phones, as, machine } = the;
  assert.ok(((await gateway.send(openScreen, { id: machine }, as)).body as OpenedScreen).files);
  const sent = await push(gateway, as, { machine, name: 'a/b Hợp đồng.PDF' });
  assert.equal([sent.code, sent.url], [200, '']);
  const [file, ...more] = phones.phone(machine).files;
  assert.equal(file, { name: 'a_b Hợp đồng.PDF', type: 'application/pdf', size: pdf.length });
  assert.is(more.length, 0);
  assert.equal(left(gateway), []);
  const rows = await gateway.db.run.selectFrom('picture').select('id').execute();
  const reserved = await gateway.db.run.selectFrom('upload_reservation').select('id').execute();
  assert.equal([rows.length, reserved.length], [0, 0]);
  assert.not.match(logged.join(''), /đồng|%C4%91|contract/);
});

const types: Record<string, [name: string, head: string, taken: boolean]> = {
  'an MP3 with tags': ['a.mp3', '49443304', true],
  'an MP3 without tags': ['a.mp3', 'fffb9064', true],
  'a ZIP': ['a.zip', '504b0304', true],
  'an MP4 of an iPhone': ['a.mov', '000000146674797071742020', true],
  'an app, which only the list of the provider has': ['a.apk', '504b0304', false],
  'a program with the name of a picture': ['a.jpg', '4d5a9000', false],
  'a ZIP with the name of a PDF': ['a.pdf', '504b0304', false],
  'a name without an ending': ['pdf', '255044462d', false],
  'a name of the language itself': ['a.constructor', '255044462d', false],
};
for (const [what, [name, head, isTaken]] of Object.entries(types))
  test(`a cloud phone ${isTaken ? 'receives' : 'does not receive'} ${what}`, async (the) => {
    const { gateway, phones, as, machine } = the;
    const file = Buffer.concat([Buffer.from(head, 'hex'), Buffer.alloc(20)]);
    const { code, message = '' } = await push(gateway, as, { machine, name, file });
    assert.equal([code, phones.phone(machine).files.length], isTaken ? [200, 1] : [501, 0]);
    if (!isTaken) assert.match(message, 'Choose an image');
    assert.equal(left(gateway), []);
  });

test('a file that is too large or was cut short does not arrive', async (the) => {
  const { gateway, phones, as, machine } = the;
  const claimed = await push(gateway, as, { machine, size: largestPhoneFile + 1 });
  assert.equal([claimed.code, claimed.message], [501, 'Files may be up to 32 MB']);
  assert.is((await push(gateway, as, { machine, size: pdf.length + 1 })).code, 5001);
  assert.is((await push(gateway, as, { machine, md5: '0'.repeat(32) })).code, 5001);
  assert.equal([phones.phone(machine).files, left(gateway)], [[], []]);
});

test('nobody sends a file to a cloud phone of another member, or from a partner’s page', async (the) => {
  const { gateway, phones, member, machine } = the;
  const { id: other } = await addMember(gateway);
  const stranger = await gateway.signIn(other);
  const refused = await push(gateway, stranger, { machine });
  assert.equal([refused.code, refused.message], [501, 'Cloud phone not found']);
  assert.is((await push(gateway, {}, { machine })).code, 510);
  assert.is((await push(gateway, stranger, {})).message, 'Cloud phone not found');
  await link(gateway, member);
  for (const feature of ['screen', 'chat']) {
    const token = await mint(gateway, { member, feature, scopes: 'all' }); // that of the chat may send pictures
    assert.is((await push(gateway, { token }, { machine })).code, '4030', feature);
  }
  assert.equal(phones.phone(machine).files, []);
});

const lacks: Record<string, [values: object, words: RegExp]> = {
  'it is offline': [{ online: false }, /online/],
  'its provider takes no files': [{ files: false }, /takes no such file/],
};
for (const [what, [values, words]] of Object.entries(lacks))
  test(`a member reads that a file cannot be sent because ${what}, and sees no button`, async (the) => {
    const { gateway, as, machine } = the;
    await change(gateway.db, machine, values);
    assert.is(((await gateway.send(openScreen, { id: machine }, as)).body as OpenedScreen).files, undefined);
    assert.match((await push(gateway, as, { machine })).message ?? '', words);
  });

test('a member reads why the provider has not put the file on the cloud phone', async () => {
  const said = { now: '{}', status: 200 };
  const server = await answering(() => ({ body: said.now, status: said.status }));
  const gateway = await openGateway({
    env: { MACHINES_API_URL: server.url, MACHINES_API_KEY: 'key' },
    log: () => {}, // the provider fails
  });
  const { id: member } = await addMember(gateway);
  const [as, machine] = [await gateway.signIn(member), await addAble(gateway, member)];
  const cases: [answer: string, status: number, words: string][] = [
    ['{"state":"failed","reason":"space"}', 200, 'too little room'],
    ['{"state":"failed","reason":"offline"}', 200, 'cannot be reached'],
    ['{"state":"failed","reason":"unable"}', 200, 'takes no such file'],
    ['{"state":"failed","reason":"new"}', 200, 'without a reason'],
    ['{}', 200, "isn't answering"],
    ['{}', 500, "isn't answering"],
  ];
  for (const [now, status, words] of cases) {
    Object.assign(said, { now, status });
    assert.match((await push(gateway, as, { machine })).message ?? '', words);
    assert.equal(left(gateway), []);
  }
  await gateway.close();
  await server.close();
});

test('a member of the sandbox sees on the screen that a file has arrived', async () => {
  const gateway = await openGateway();
  const { id: member } = await addMember(gateway);
  const [as, machine] = [await gateway.signIn(member), await addAble(gateway, member)];
  // the sandbox draws the time, too: the pictures are made for one instant
  const at = Date.now();
  const picture = async () => (await sandboxProvider.screenshots([{ id: machine }], 360, at)).get(machine);
  const before = await picture();
  assert.is((await push(gateway, as, { machine })).code, 200);
  assert.not.equal(await picture(), before);
  await gateway.close();
});

test.run();
