import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { buildApp, buildEmbeds, buildServer } from '../build.mjs';
import { freePort, startGateway } from './gateway.mjs';

const local = (port) => `http://localhost:${port}`;

/** The browser journeys, on a gateway of their own. `library` react: the same source on real React. */
export async function runJourneys({ label, library, grep }) {
  console.log(`\n— ${label}`);
  const folder = library === 'react' ? 'dist/react' : 'dist';
  if (library === 'react') {
    await buildApp({ library, out: `${folder}/app` });
    await buildEmbeds({ out: `${folder}/embed` }); // in anybody's page, React's too, they are what they are
    await buildServer(`${folder}/server`);
  }
  // The example partner's site, and pages that the journeys themselves serve, one for each worker.
  const [partnerPort, ...hosts] = [await freePort(), await freePort(), await freePort()];
  const shop = {
    secret: 'a-secret-of-the-journeys-and-no-other',
    origins: [partnerPort, ...hosts].map(local),
  };
  const partners = ['p_demo', 'p_other'].map((id) => ({
    id,
    name: { en: 'Demo Shop', zh: '示例商店' },
    ...shop,
  }));
  const gateway = await startGateway({
    program: `${folder}/server/main.mjs`,
    PARTNER_PORT: partnerPort,
    PARTNERS: JSON.stringify(partners),
  });
  const report = resolve(`test-results/${library}.json`);
  mkdirSync('test-results', { recursive: true });
  const args = [
    '--no-install',
    'playwright',
    'test',
    '-c',
    'test/journeys/playwright.config.mjs',
    '--reporter=list,json',
  ];
  const playwright = spawn('npx', grep ? [...args, '-g', grep] : args, {
    stdio: 'inherit',
    env: {
      ...process.env,
      BASE_URL: gateway.url,
      PARTNER_URL: local(partnerPort),
      PARTNER_SECRET: shop.secret,
      HOST_PORTS: hosts.join(),
      LIBRARY: library,
      PLAYWRIGHT_JSON_OUTPUT_NAME: report,
    },
  });
  const code = await new Promise((settle) => playwright.once('exit', settle));
  const stopped = await gateway.stop();
  const { stats } = JSON.parse(readFileSync(report, 'utf8'));
  const failed = stats.unexpected + stats.flaky + (stopped === 0 ? 0 : 1);
  if (stopped !== 0) console.log(`The gateway ended with ${stopped}:\n${gateway.said()}`);
  return { passed: stats.expected, failed: failed || (code === 0 && stats.expected ? 0 : 1) };
}
