// @rarely: the simulation of many members; no other tool uses it

import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { type Process, Resource, Simulation } from '../../../tools/simulate/queues.mjs';
import { playRequests } from '../../../tools/simulate/requests.mjs';

/** The mean time of customers who arrive every millisecond on average, and are served in `service` by one of `places`. */
function meanTime(places: number, service: number): number {
  const simulation = new Simulation(7);
  const counter = new Resource(simulation, places);
  let [customers, total] = [0, 0];
  function* beServed(): Process {
    const began = simulation.now;
    yield { take: counter };
    yield { hold: simulation.exponential(service) };
    counter.release();
    customers++;
    total += simulation.now - began;
  }
  const arrive = () => {
    simulation.run(beServed());
    simulation.after(simulation.exponential(1), arrive);
  };
  arrive();
  simulation.until(300_000);
  return total / customers;
}

const near = (actual: number, expected: number) =>
  assert.ok(Math.abs(actual / expected - 1) < 0.05, `${actual.toFixed(3)} instead of ${expected.toFixed(3)}`);

test('members at one counter wait as long as the theory of queues says', () => {
  near(meanTime(1, 0.5), 0.5 / (1 - 0.5));
  near(meanTime(1, 0.8), 0.8 / (1 - 0.8));
});

test('members at two counters wait as long as the theory of queues says', () => {
  near(meanTime(2, 1.6), 1.6 / (1 - 0.8 ** 2));
});

const action = {
  gatewayMs: 1,
  besideMs: 0,
  databaseMs: 4,
  memberMs: 1,
  statements: 2,
  commits: 1,
  logBytes: 100,
  answerBytes: 100,
};
const deployment = { gateways: 1, pool: 4, databaseCores: 2, roundTrip: 0, sync: 0 };
const mix = [{ action, share: 1 }];

test('as many members as there are get answers, until the database has no time left', () => {
  const few = playRequests(deployment, mix, { rate: 100 });
  near(few.rate, 100);
  near(few.database, (100 * 4) / 1000 / 2);
  near(few.gateway, (100 * 1) / 1000);
  const many = playRequests(deployment, mix, { members: 50 });
  near(many.rate, (2 * 1000) / 4);
  assert.ok(many.database > 0.97, `${many.database}`);
});

test('a member who finds no free connection waits for one, and not for the database', () => {
  const played = playRequests({ ...deployment, pool: 1, databaseCores: 8 }, mix, { members: 20 });
  near(played.connections, 1);
  // a connection is held for the statements, and for what the gateway does between them
  near(played.rate, 1000 / (4 + 1 / 3));
});

test('on a machine that they share, gateway, database and members have no more than its cores', () => {
  const played = playRequests({ ...deployment, pool: 50, sharedCores: 2 }, mix, { members: 50 });
  near(played.rate, (2 * 1000) / (1 + 4 + 1));
});

test('the same seed plays the same minute', () => {
  const load = { rate: 200 };
  assert.equal(playRequests(deployment, mix, load), playRequests(deployment, mix, load));
  assert.not.equal(playRequests(deployment, mix, load), playRequests(deployment, mix, load, { seed: 2 }));
});

test.run();
