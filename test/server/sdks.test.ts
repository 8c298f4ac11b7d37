// @rarely: generated clients; partner-api.test.ts has the calls

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { embedFeatures } from '../../src/contract/embed/features';
import { verifyWebhook } from '../../src/embed/npm/server';
import { webhookSignature } from '../../src/server/embed/send-webhooks';
import { signatureOf } from '../../src/server/embed/signed-request';
import { generated } from '../../tools/sdk/generate.mjs';
import { sdkPrograms } from '../../tools/test/sdk-programs.mjs';
import { closeSdkTest, openSdkTest, runSdk, type SdkTest, testSdk } from './support/sdks';

const test = suite<SdkTest>('SDKs for partners’ servers');
test.before(async (the) => {
  Object.assign(the, await openSdkTest());
});
test.after(closeSdkTest);

test('the models of each language are those of the gateway’s description', async () => {
  for (const [path, text] of Object.entries(await generated()))
    assert.is(readFileSync(`sdk/${path}`, 'utf8'), text, `run npm run sdks: sdk/${path} is old`);
});

test('the vectors that the SDKs are tested with are those of the gateway', () => {
  const { signature: one, webhooks } = JSON.parse(readFileSync('sdk/vectors.json', 'utf8'));
  assert.is(signatureOf(one.secret, one.timestamp, one.nonce, one.body), one.signature);
  for (const { title, secret, id, timestamp, body, signature, now, valid } of webhooks) {
    const signed = signature.split(' ').includes(webhookSignature(secret, id, timestamp, body));
    assert.is(signed && Math.abs(now - Number(timestamp)) <= 300, valid, title);
    const headers = { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signature };
    const verify = () => verifyWebhook(secret, headers, body, now * 1000);
    if (valid) assert.equal(verify(), JSON.parse(body), title);
    else assert.throws(verify, /^webhook-/, title);
  }
});

const python = sdkPrograms.python?.here ? test : test.skip;
python('Python: every method against the gateway, failures and webhooks', (the) =>
  testSdk(the, ['python3', '-m', 'unittest', 'discover', '-s', 'tests'], { cwd: 'sdk/python' }),
);

python('Python: the package can be built from its folder', async (the) => {
  const build = join(the.folder, 'build');
  const setup = 'import setuptools; setuptools.setup()';
  const args = [
    '-q',
    'build',
    '-b',
    build,
    'egg_info',
    '-e',
    the.folder,
    'install_lib',
    '-d',
    join(the.folder, 'lib'),
  ];
  await runSdk(the, ['python3', '-W', 'ignore', '-c', setup, ...args], { cwd: 'sdk/python' });
  const use =
    'import cloudphone, importlib.resources as r; print(cloudphone.__file__, len(cloudphone.SCOPES), (r.files("cloudphone") / "py.typed").is_file())';
  const printed = await runSdk(the, ['python3', '-c', use], {
    cwd: join(the.folder, 'lib'),
    env: { PYTHONPATH: '' },
  });
  assert.match(printed, `${join(the.folder, 'lib', 'cloudphone')}`);
  assert.match(printed, ` ${Object.keys(embedFeatures).length} True`);
});

test.run();
