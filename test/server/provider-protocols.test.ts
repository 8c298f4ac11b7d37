import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { platformOverHttp } from '../../src/server/accounts/platform-http';
import { providerOverHttp as machinesOverHttp } from '../../src/server/devices/provider-http';
import { providerOverHttp as shopOverHttp } from '../../src/server/goods/provider-http';

const test = suite('protocols of providers');

const text = readFileSync('docs/providers.md', 'utf8');
/** The example of that name, as docs/providers.md has it. */
const example = (name: string): any =>
  JSON.parse(new RegExp(`\`\`\`json ${name}\\n([^\`]*)\`\`\``).exec(text)?.[1] ?? 'null');
/** What a provider answers that is written by the document. */
const answers: [RegExp, string][] = [
  [/^GET \/accounts\/[^/?]+$/, 'account'],
  [/^GET \/accounts\/[^/]+\/visits\?since=\d+&until=\d+$/, 'visits'],
  [/^POST \/shops\/find$/, 'shop'],
  [/^GET \/events\?after=\d+&limit=\d+$/, 'events'],
  [/^POST \/machines\/sync$/, 'machines'],
];

test('a provider that is written by the document is understood by the gateway', async () => {
  const server = createServer((request, response) => {
    const [, name = ''] = answers.find(([asked]) => asked.test(`${request.method} ${request.url}`)) ?? [];
    const known = name && request.headers.authorization === 'Bearer key';
    response.writeHead(known ? 200 : 500).end(JSON.stringify(name && example(name)));
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  const provider = { api: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, key: 'key' };
  const [platform, shop] = [platformOverHttp(provider), shopOverHttp(provider)];
  assert.equal(await platform.find('mia.sells'), example('account'));
  assert.equal(await platform.visits('mia.sells', 1, 2), example('visits').visits);
  assert.equal(await shop.find('S-1001', '246810'), example('shop'));
  const events = await shop.events(40, 100);
  assert.equal(
    events.map(({ at, ...event }) => ({ ...event, at: at.getTime() })),
    example('events').events,
  );
  assert.equal(await machinesOverHttp(provider).sync([], 0), example('machines').machines);
  server.close();
  server.closeAllConnections();
});

test.run();
