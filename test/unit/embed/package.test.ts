// @rarely: the npm package for partners, with the type checkers of five libraries; element.test.ts has the element itself

import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { gzipSync } from 'node:zlib';
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core';
import { publint } from 'publint';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { embedFeatures } from '../../../src/contract/embed/features';
import { buildPackage } from '../../../tools/build/embed-package.mjs';

const test = suite<{ folder: string; out: string }>('the npm package');
const features = Object.keys(embedFeatures);

test.before(async (made) => {
  // a project of a partner's, with the package and React in it
  made.folder = mkdtempSync(join(tmpdir(), 'cloudphone-package-'));
  made.out = join(made.folder, 'node_modules/@cloudphone/embed');
  mkdirSync(made.out, { recursive: true });
  for (const name of ['@angular', 'react', 'solid-js', '@types', 'csstype'])
    symlinkSync(resolve('node_modules', name), join(made.folder, 'node_modules', name));
  writeFileSync(join(made.folder, 'package.json'), '{"type":"module"}');
  await buildPackage({ out: made.out });
});
test.after(({ folder }) => rmSync(folder, { recursive: true, force: true }));

const node = (folder: string, code: string, type = 'module') =>
  execFileSync(process.execPath, [`--input-type=${type}`, '-e', code], { cwd: folder, encoding: 'utf8' });

test('publishing tools and type checkers find nothing wrong with the package', async ({ out }) => {
  const { messages } = await publint({ pkgDir: out, pack: false, strict: true });
  assert.equal(messages, []);
  execFileSync('npm', ['pack', '--silent', '--ignore-scripts'], { cwd: out });
  const tarball = readFileSync(join(out, `cloudphone-embed-${version(out)}.tgz`));
  const checked = await checkPackage(createPackageFromTarballData(tarball));
  assert.ok(checked.types, 'it has types');
  assert.equal('problems' in checked && checked.problems, []);
});

test('it is as small as it says', ({ out }) => {
  const weight = (name: string) => gzipSync(readFileSync(join(out, name)), { level: 9 }).length;
  assert.ok(weight('index.js') <= 1024, `the loader weighs ${weight('index.js')}`);
  assert.ok(weight('react.js') <= 900, `the React components weigh ${weight('react.js')}`);
});

test('imported on a server it says nothing and does nothing; mounting there is refused with a code', ({
  folder,
}) => {
  const use =
    "try { mount('wallet', '#x') } catch (error) { console.log(error.code) } load('https://ours.example').catch((error) => console.log(error.code))";
  const said = 'not_in_browser\nnot_in_browser\n';
  assert.is(node(folder, `import { load, mount } from '@cloudphone/embed'; ${use}`), said);
  assert.is(node(folder, `const { load, mount } = require('@cloudphone/embed'); ${use}`, 'commonjs'), said);
  assert.is(node(folder, "import '@cloudphone/embed'; import '@cloudphone/embed/react'"), '');
});

test('there is a component for every feature, and it is empty on a server', ({ folder }) => {
  const names = features.map((name) =>
    name.replace(/(^|-)(\w)/g, (_, _dash, letter) => letter.toUpperCase()),
  );
  const exported = node(folder, "console.log(Object.keys(await import('@cloudphone/embed/react')).join())");
  assert.equal(exported.trim().split(',').sort(), names.sort());
  const html = node(
    resolve('.'),
    `import { createElement } from 'react'; import { renderToString } from 'react-dom/server';
     import { Wallet } from ${JSON.stringify(join(folder, 'node_modules/@cloudphone/embed/react.js'))};
     console.log(renderToString(createElement(Wallet, { className: 'mine', tokenEndpoint: '/token' })));`,
  );
  assert.is(html.trim(), '<div class="mine" style="min-height:var(--cp-min-height, 425px)"></div>');
  for (const file of ['react.js', 'react.cjs'])
    assert.match(
      readFileSync(join(folder, 'node_modules/@cloudphone/embed', file), 'utf8'),
      /^"use client";/,
    );
});

const used = `
import { type CloudPhone, load, mount, type FetchToken } from '@cloudphone/embed';
import { Wallet, WorkOrders } from '@cloudphone/embed/react';
import * as React from 'react';

const fetchToken: FetchToken = async ({ feature, reason, signal }) => {
  const response = await fetch('/token?' + feature + reason, { signal });
  return response.json();
};
export const api: Promise<CloudPhone> = load('https://ours.example', { version: '1.0.0', integrity: 'sha384-x' });
export const handle = mount('notices', '#here', { fetchToken, theme: { 'color-primary': '#05c' } });
handle.navigate('/pages/mine/systemMsg');
document.addEventListener('cp-withdraw-submitted', ({ detail }) => detail.id.trim());
const element = document.querySelector('cloudphone-wallet')!;
element.fetchToken = fetchToken;
element.onError = ({ error }) => console.warn(error.code === 'timeout', error.displayMessage);
export const page = (
  <main>
    <Wallet fetchToken={fetchToken} mode="iframe" onContent={({ ms }) => ms.toFixed()} className="w" />
    <WorkOrders tokenEndpoint="/token" ref={(one) => void one?.refresh()} />
    <cloudphone-chat token-endpoint="/token" loading="eager" class="x" />
  </main>
);
// @ts-expect-error there is no such feature
mount('tickets', '#here', {});
// @ts-expect-error a token never is an option
export const wrong = <Wallet token="et_x" />;
// @ts-expect-error nor an attribute
export const bare = <cloudphone-wallet token="et_x" />;
// @ts-expect-error a theme is made of our tokens
mount('wallet', '#here', { fetchToken, theme: { colour: 'red' } });
// @ts-expect-error amounts are not told
document.addEventListener('cp-withdraw-submitted', ({ detail }) => detail.amount);
`;

test('its types know what there is, and what there is not', ({ folder }) => {
  writeFileSync(join(folder, 'page.tsx'), used);
  const options =
    '--ignoreConfig --noEmit --strict --jsx react-jsx --module esnext --moduleResolution bundler --target es2022 --types react';
  try {
    execFileSync('npx', ['--no-install', 'tsc', join(folder, 'page.tsx'), ...options.split(' ')]);
  } catch (error) {
    assert.unreachable(String((error as { stdout: Buffer }).stdout));
  }
});

const usedBySolid = `
import type { FetchToken } from '@cloudphone/embed';
import { options } from '@cloudphone/embed/solid';
import { createSignal } from 'solid-js';

declare const fetchToken: FetchToken;
const [route, setRoute] = createSignal('/');
export const page = (
  <main>
    <cloudphone-wallet
      partner="p_123"
      loading="eager"
      locale="zh-CN"
      prop:fetchToken={fetchToken}
      prop:theme={{ 'color-primary': '#05c' }}
      on:cp-routechange={({ detail }) => setRoute(detail.route)}
      on:cp-error={({ detail }) => console.warn(detail.error.code === 'timeout')}
    />
    <cloudphone-chat ref={options({ fetchToken })} route={route()} class="x" />
  </main>
);
// @ts-expect-error a token never is an attribute
export const bare = <cloudphone-wallet token="et_x" />;
// @ts-expect-error there is no such feature
export const none = <cloudphone-tickets />;
// @ts-expect-error a theme is made of our tokens
export const wrong = <cloudphone-wallet prop:theme={{ colour: 'red' }} />;
// @ts-expect-error amounts are not told
export const told = <cloudphone-wallet on:cp-withdraw-submitted={({ detail }) => detail.amount} />;
`;

test('Solid’s JSX knows the elements, their properties and events, and no others', ({ folder }) => {
  writeFileSync(join(folder, 'solid.tsx'), usedBySolid);
  const options =
    '--ignoreConfig --noEmit --strict --exactOptionalPropertyTypes --jsx preserve --jsxImportSource solid-js --module esnext --moduleResolution bundler --target es2022 --types solid-js';
  try {
    execFileSync('npx', ['--no-install', 'tsc', join(folder, 'solid.tsx'), ...options.split(' ')]);
  } catch (error) {
    assert.unreachable(String((error as { stdout: Buffer }).stdout));
  }
  const code = `
    import { options } from '@cloudphone/embed/solid';
    const element = {};
    options({ route: '/x' })(element);
    console.log(element.route);`;
  assert.is(node(folder, code), '/x\n');
});

test('Angular’s component has every feature, every option that is no function, and no others', ({
  folder,
  out,
}) => {
  const names = features.map((name) => `cloudphone-${name}`).sort();
  for (const file of ['angular.js', 'angular.d.ts']) {
    const [, selector = ''] =
      /["'](cloudphone-wallet,[^"']*)["']/.exec(readFileSync(join(out, file), 'utf8')) ?? [];
    assert.equal(selector.split(', ').sort(), names, file);
  }
  const code = readFileSync(join(out, 'angular.js'), 'utf8');
  assert.match(code, 'ɵɵngDeclareComponent', 'its linker finds it');
  const inputs = [...(/inputs:\{(.*?)\}/.exec(code)?.[1] ?? '').matchAll(/(\w+):"\1"/g)].map(
    ([, name]) => name,
  );
  writeFileSync(
    join(folder, 'angular.ts'),
    `import type { Options } from '@cloudphone/embed';
     import { Cloudphone } from '@cloudphone/embed/angular';
     type Inputs = ${inputs.map((name) => `'${name}'`).join(' | ')};
     type Set = Exclude<keyof Options, \`on\${string}\` | 'nonce'>;
     export const same: [Inputs, Set] extends [Set, Inputs] ? true : false = true;
     declare const it: Cloudphone;
     it.theme = { 'color-primary': '#05c' };
     // @ts-expect-error a theme is made of our tokens
     it.theme = { colour: 'red' };`,
  );
  const options =
    '--ignoreConfig --noEmit --strict --skipLibCheck --module esnext --moduleResolution bundler --target es2022 --types node';
  try {
    execFileSync('npx', ['--no-install', 'tsc', join(folder, 'angular.ts'), ...options.split(' ')]);
  } catch (error) {
    assert.unreachable(String((error as { stdout: Buffer }).stdout));
  }
});

test('the server’s part signs what our gateway takes, and takes only messages that are ours', ({
  folder,
}) => {
  const code = `
    import { createServer } from 'node:http';
    import { CloudphoneRefusal, mintToken, verifyWebhook } from '@cloudphone/embed/server';
    const server = createServer(async (request, response) => {
      let body = '';
      for await (const part of request) body += part;
      const asked = JSON.parse(body);
      const refusal = { code: 403, error: 'member_not_linked', message: 'x', connectUrl: 'https://ours.example/#/x' };
      const fine = { code: 0, data: { token: 'et_' + request.headers['x-signature'].length, expiresIn: 300, requestId: 'r' } };
      response.writeHead(asked.member === 'ann' ? 200 : 403).end(JSON.stringify(asked.member === 'ann' ? fine : refusal));
    });
    await new Promise((settle) => server.listen(0, settle));
    const account = { gateway: 'http://localhost:' + server.address().port, partner: 'p_1', secret: 's' };
    const order = { feature: 'wallet', origin: 'https://shop.example' };
    console.log(JSON.stringify(await mintToken(account, { member: 'ann', ...order })));
    await mintToken(account, { member: 'ben', ...order }).catch((error) =>
      console.log(error instanceof CloudphoneRefusal, error.status, error.body.connectUrl));
    server.close();
    const headers = { 'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek', 'webhook-timestamp': '1614265330',
      'webhook-signature': 'v1,AAAA v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=' };
    const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
    const body = '{"test": 2432232314}';
    console.log(JSON.stringify(verifyWebhook(secret, headers, body, 1614265330000)));
    for (const wrong of [() => verifyWebhook(secret, headers, body), () => verifyWebhook(secret, headers, body + ' ', 1614265330000)])
      try { wrong(); console.log('taken'); } catch (error) { console.log(error.message); }`;
  assert.equal(node(folder, code).trim().split('\n'), [
    '{"token":"et_64","expiresIn":300}',
    'true 403 https://ours.example/#/x',
    '{"test":2432232314}',
    'webhook-timestamp is missing, or too old',
    'webhook-signature is not ours',
  ]);
});

test('Vue’s part sets options as properties, also before the element is defined, and reports changes', ({
  folder,
}) => {
  const code = `
    import { cloudphone, isCustomElement, vCloudphone } from '@cloudphone/embed/vue';
    const app = { directive(name) { this.name = name; } };
    cloudphone.install(app);
    console.log(app.name, ['cloudphone-wallet', 'x-y', 'div'].map(isCustomElement).join());
    const element = {};
    const [fetchToken, theme] = [() => {}, { radius: '4px' }];
    vCloudphone.created(element, { value: { fetchToken, theme }, oldValue: null });
    console.log(element.fetchToken === fetchToken, element.theme === theme);
    vCloudphone.updated(element, { value: { fetchToken }, oldValue: { fetchToken, theme } });
    console.log(element.theme);`;
  assert.equal(node(folder, code).trim().split('\n'), [
    'cloudphone true,false,false',
    'true true',
    'undefined',
  ]);
});

test('Svelte’s part does the same as an action', ({ folder }) => {
  const code = `
    import { cloudphone } from '@cloudphone/embed/svelte';
    const element = {};
    const [fetchToken, theme] = [() => {}, { radius: '4px' }];
    const { update } = cloudphone(element, { fetchToken, theme });
    console.log(element.fetchToken === fetchToken, element.theme === theme);
    update({ fetchToken });
    console.log(element.theme);`;
  assert.equal(node(folder, code).trim().split('\n'), ['true true', 'undefined']);
});

test('editors find every element with its attributes, events and tokens of the look', ({ out }) => {
  const { modules } = JSON.parse(readFileSync(join(out, 'custom-elements.json'), 'utf8'));
  const { declarations } = modules[0];
  assert.equal(
    declarations.map(({ tagName }: { tagName: string }) => tagName).sort(),
    features.map((name) => `cloudphone-${name}`).sort(),
  );
  const names = (list: { name: string; description: string }[]) => list.map(({ name }) => name);
  for (const one of declarations) {
    assert.equal(names(one.attributes), ['partner', 'token-endpoint', 'mode', 'loading', 'locale', 'route']);
    for (const event of ['cp-ready', 'cp-error', 'cp-routechange'])
      assert.ok(names(one.events).includes(event), event);
    for (const token of ['--cp-color-primary', '--cp-color-strong', '--cp-radius', '--cp-scheme'])
      assert.ok(names(one.cssProperties).includes(token), token);
    assert.ok(one.cssProperties.every(({ description }: { description: string }) => description));
  }
});

const version = (out: string) => JSON.parse(readFileSync(join(out, 'package.json'), 'utf8')).version;

test.run();
