import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'uvu';
import * as assert from 'uvu/assert';

const source = readdirSync('src/server/metrics')
  .map((file) => readFileSync(`src/server/metrics/${file}`, 'utf8'))
  .join('\n');
/** What the gateway says, of a histogram with the ends that Prometheus adds. */
const said = new Set(
  [...source.matchAll(/'(cloudphone_\w+)'|# HELP (cloudphone_\w+)/g)].map(([, name, other]) => name ?? other),
);

for (const file of ['deploy/prometheus-alerts.yml', 'deploy/grafana-board.json'])
  test(`${file} asks for figures that the gateway has`, () => {
    const asked = [...readFileSync(file, 'utf8').matchAll(/cloudphone_\w+/g)].map(([name]) =>
      name.replace(/_bucket$/, ''),
    );
    assert.ok(asked.length > 10);
    assert.equal(
      asked.filter((name) => !said.has(name)),
      [],
    );
  });

test.run();
