import { Gauge, type Registry } from 'prom-client';
import type { Db } from '../db/database';
import type { Measurement, Sample } from '../db/measurement';

/** Milliseconds for which one reading of the database serves all requests for `/metrics`. */
const freshFor = 5000;

type Samples = Record<string, readonly Sample[]>;

async function readAll(db: Db, measurements: readonly Measurement[]): Promise<Samples> {
  const samples: Samples = {};
  for (const { read } of measurements) Object.assign(samples, await read(db.run));
  return samples;
}

/** Registers the gauges that rooms declare, and the connections of this gateway to its database. */
export function measureState(
  register: Registry,
  db: Db,
  now: () => number,
  measurements: readonly Measurement[],
): void {
  let last: { until: number; samples: Promise<Samples> } | undefined;
  const read = (): Promise<Samples> => {
    if (!last || last.until < Date.now())
      last = { until: Date.now() + freshFor, samples: readAll(db, measurements) };
    return last.samples;
  };
  const numberOf = (sample: Sample) => {
    if ('value' in sample) return sample.value;
    return sample.since ? Math.max(0, (now() - new Date(sample.since).getTime()) / 1000) : 0;
  };
  for (const { gauges } of measurements)
    for (const [name, { help, labels = [] }] of Object.entries(gauges))
      new Gauge({
        name,
        help,
        labelNames: [...labels],
        registers: [register],
        async collect() {
          const samples = await read();
          this.reset();
          for (const sample of samples[name] ?? []) this.set(sample.labels ?? {}, numberOf(sample));
        },
      });
  new Gauge({
    name: 'cloudphone_pool',
    help: 'Connections of this gateway to its database, and requests that wait for one',
    labelNames: ['state'],
    registers: [register],
    collect() {
      for (const [name, value] of Object.entries(db.pool?.() ?? {})) this.set({ state: name }, value);
    },
  });
  measureReplicas(register, db);
}

/** Registers the replicas of the database, if there are any. */
function measureReplicas(register: Registry, { replicas }: Db): void {
  if (!replicas) return;
  new Gauge({
    name: 'cloudphone_replica_age_seconds',
    help: 'Age of what a replica contains, at most; absent while that is not known',
    labelNames: ['replica'],
    registers: [register],
    collect() {
      this.reset();
      for (const { name, age } of replicas.state())
        if (age !== undefined) this.set({ replica: name }, age / 1000);
    },
  });
  new Gauge({
    name: 'cloudphone_replica_left_out',
    help: '1 while a replica is not asked: it is down, cut off from the primary, the primary itself, or wrong',
    labelNames: ['replica', 'why'],
    registers: [register],
    collect() {
      this.reset();
      for (const { name, out } of replicas.state())
        this.set({ replica: name, why: out ?? '' }, out === undefined ? 0 : 1);
    },
  });
}
