import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { measurements } from '../../../src/server/measurements';

const source = readdirSync('src/server/metrics')
  .map((file) => readFileSync(`src/server/metrics/${file}`, 'utf8'))
  .join('\n');
/** The names of the gateway's figures, without the endings that Prometheus adds to a histogram. */
const names = new Set([
  ...[...source.matchAll(/'(cloudphone_\w+)'|# HELP (cloudphone_\w+)/g)].map(
    ([, name, other]) => name ?? other,
  ),
  ...measurements.flatMap(({ gauges }) => Object.keys(gauges)),
]);

for (const file of ['deploy/prometheus-alerts.yml', 'deploy/grafana-board.json'])
  test(`${file} asks for figures that the gateway has`, () => {
    const asked = [...readFileSync(file, 'utf8').matchAll(/cloudphone_\w+/g)].map(([name]) =>
      name.replace(/_bucket$/, ''),
    );
    assert.ok(asked.length > 10);
    assert.equal(
      asked.filter((name) => !names.has(name)),
      [],
    );
  });

test.run();
