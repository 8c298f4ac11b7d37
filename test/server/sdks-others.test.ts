// @rarely: clients in other languages; partner-api.test.ts has the calls

import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { sdkPrograms } from '../../tools/test/sdk-programs.mjs';
import { closeSdkTest, openSdkTest, runSdk, type SdkTest, testSdk } from './support/sdks';

const suiteOf = suite<SdkTest>('SDKs for partners’ servers in PHP, Java and Go');
suiteOf.before(async (the) => {
  Object.assign(the, await openSdkTest());
});
suiteOf.after(closeSdkTest);

/** A test that is left out, and named at the end of the run, where the language is missing. */
const inLanguage = (name: string) => {
  const { here, lacks } = sdkPrograms[name]!;
  if (!here) console.log(`SDK for ${name}: not tested (apt-get install ${lacks})`);
  return here ? suiteOf : suiteOf.skip;
};

inLanguage('php')('PHP: every method against the gateway, failures and webhooks', (the) =>
  testSdk(the, ['php', 'tests/gateway.php'], { cwd: 'sdk/php' }),
);

inLanguage('go')('Go: every method against the gateway, failures and webhooks', async (the) => {
  const env = { GOFLAGS: '-mod=mod', GOPROXY: 'off', GOCACHE: join(the.folder, 'go'), GOTOOLCHAIN: 'local' };
  await runSdk(the, ['go', 'vet', './...'], { cwd: 'sdk/go', env });
  const command = 'go test -count=1 -v ./... && echo "$(grep -c ^func.Test *_test.go) tests"';
  await testSdk(the, ['sh', '-c', command], { cwd: 'sdk/go', env });
});

inLanguage('java')('Java: every method against the gateway, failures and webhooks', async (the) => {
  const out = join(the.folder, 'classes');
  const sources = ['main', 'test'].flatMap((part) => {
    const folder = `sdk/java/src/${part}/java/com/cloudphone/sdk`;
    return readdirSync(folder).map((file) => join(folder, file));
  });
  const options = ['-encoding', 'UTF-8', '--release', '17', '-Xlint:all', '-Werror', '-d', out];
  await runSdk(the, ['javac', ...options, ...sources]);
  await testSdk(the, ['java', '-Dfile.encoding=UTF-8', '-cp', out, 'com.cloudphone.sdk.GatewayTest'], {});
});

inLanguage('php')('PHP: Composer’s autoloading finds every class of the folder', async (the) => {
  const code = `
    $about = json_decode(file_get_contents('composer.json'), true);
    ['Cloudphone\\\\' => $folder] = $about['autoload']['psr-4'];
    spl_autoload_register(fn ($name) => require $folder . substr($name, 11) . '.php');
    foreach (glob('src/*.php') as $file) {
      $name = 'Cloudphone\\\\' . basename($file, '.php');
      if (!class_exists($name)) exit(1);
    }
    echo count(glob('src/*.php')), ' classes';`;
  assert.match(await runSdk(the, ['php', '-r', code], { cwd: 'sdk/php' }), /^2\d classes$/);
});

suiteOf.run();
