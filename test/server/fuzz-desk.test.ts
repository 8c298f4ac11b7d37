// @rarely: thousands of inputs; desk-inputs.test.ts has the rules of the desk’s inputs

import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { Action, Role } from '../../src/contract/desk/area';
import { areaNames, areas } from '../../src/contract/desk/areas';
import { audit } from '../../src/server/ledger/audit';
import { sources } from '../../src/server/operator/areas/all';
import { checkTrail } from '../../src/server/operator/trail';
import { inputFor } from './support/fuzz-input';
import { mutated } from './support/fuzz-mutations';
import { openWorld, type World } from './support/fuzz-world';
import { deskSession } from './support/operator';
import { random } from './support/random';

/** `npm run soak` plays as many as it is asked for, from a seed of its own. */
const requests = Number(process.env.OPERATIONS ?? 160);
const seed = Number(process.env.SEED ?? 20261125);
const lanes = 4;
const roles = ['support', 'finance', 'admin'] as const;
type Who = (typeof roles)[number] | 'nobody' | 'member';
type Draw = (below: number) => number;

const test = suite<World>(`${requests} requests to the desk (SEED=${seed})`);
test.before(async (context) => {
  Object.assign(context, await openWorld({ SECOND_PERSON_FROM: '100000' }));
});
test.after(({ gateway }) => gateway.close());

interface Route {
  area: string;
  method: 'GET' | 'POST';
  /** `withdrawals/:id/approve`, the key left out. */
  address(key: string): string;
  action?: Action;
  /** The roles that the declaration of the area names. */
  roles: readonly Role[];
}

const routes: Route[] = areaNames.flatMap((name): Route[] => {
  const { path, under, see, act, actions } = areas[name] as (typeof areas)[typeof name] & { under?: string };
  const one = (key: string) => `${path}${under ? `/${under}` : ''}/${encodeURIComponent(key)}`;
  const reads = ['', 'export', 'one', 'history', 'notes'].map(
    (what): Route => ({
      area: path,
      method: 'GET',
      roles: see,
      address: (key) =>
        what === '' || what === 'export'
          ? `${path}${what && '/'}${what}`
          : `${one(key)}${what === 'one' ? '' : `/${what}`}`,
    }),
  );
  const own = (sources[name] as { acts?: Record<string, unknown> }).acts ?? {};
  const writes = Object.entries<Action>(actions)
    .filter(([action]) => action in own)
    .map(
      ([action, about]): Route => ({
        area: path,
        method: 'POST',
        action: about,
        roles: about.act ?? act,
        address: (key) => (about.makes ? path : `${one(key)}${action === 'change' ? '' : `/${action}`}`),
      }),
    );
  return [...reads, ...writes];
});

const strange = [
  '',
  '%',
  "' or 1=1 --",
  '../members',
  '\u0000',
  '𝒳'.repeat(90),
  'constructor',
  '__proto__',
  '-1',
];
const queries = [
  '',
  'text=a&text=b',
  'from=nonsense',
  'sort=-constructor',
  'limit=-1',
  'count=yes',
  'since=2026-13-40',
];
const pick = <T>(draw: Draw, all: readonly T[]): T => all[draw(all.length)] as T;

/** Keys and values of the desk's responses, by field. */
function createMemory() {
  const pools = new Map<string, unknown[]>();
  const learn = (area: string, value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    for (const [name, inside] of Object.entries(value)) {
      if (typeof inside === 'object') learn(area, inside);
      else
        for (const key of [name, `${area} ${name}`]) {
          const pool = [...(pools.get(key) ?? []), inside].slice(-20);
          pools.set(key, pool);
        }
    }
  };
  // values of the area itself three times as often: those of others are refused in most areas
  const known = (field: string, area: string) => {
    const own = pools.get(`${area} ${field}`) ?? [];
    return [...own, ...own, ...own, ...(pools.get(field) ?? [])];
  };
  return { learn, known };
}

test('the desk answers every request, does none of what a role may not, and keeps its trail', async (world) => {
  const { gateway, demo, foreign } = world;
  const tokens: Record<Who, string> = {
    nobody: '',
    member: (await gateway.signIn(demo)).token ?? '',
  } as never;
  const people = new Set<string>();
  for (const role of roles) {
    const { name, token } = await deskSession(gateway, role);
    tokens[role] = token;
    people.add(name);
  }
  const memory = createMemory();
  const tally = new Map<string, number>();
  let left = requests;

  async function ask(who: Who, method: string, path: string, input?: string) {
    const response = await fetch(`${gateway.desk}/operator/${path}`, {
      method,
      headers: {
        ...(tokens[who] && { authorization: `Bearer ${tokens[who]}` }),
        ...(input !== undefined && { 'content-type': 'application/json' }),
      },
      ...(input !== undefined && { body: input }),
    });
    const text = await response.text().catch((error) => {
      throw new Error(`${who} ${method} ${path} ${input} (SEED=${seed}): ${response.status}, then ${error}`);
    });
    return { status: response.status, text };
  }

  async function once(draw: Draw): Promise<void> {
    const route = pick(draw, routes);
    const who: Who = draw(12) ? pick(draw, roles) : pick(draw, ['nobody', 'member'] as const);
    const keyName = areas[route.area as keyof typeof areas]?.key ?? 'id';
    const keys = memory.known(keyName, route.area);
    const key = draw(5) && keys.length ? String(pick(draw, keys)) : pick(draw, strange);
    if (route.method === 'POST' && people.has(key)) return; // with another role, they may do other things
    const path = route.address(key || 'x');
    const given = draw(3) ? '' : pick(draw, queries);
    const isValid = draw(2) === 0;
    const rule = route.action?.input;
    const valid = rule ? inputFor(rule, route.area, memory.known, draw) : {};
    const input = JSON.stringify(isValid ? valid : mutated(valid, draw, foreign)) ?? 'null';
    const asked = route.method === 'POST' ? path : `${path}${given && `?${given}`}`;
    const { status, text } = await ask(who, route.method, asked, route.method === 'POST' ? input : undefined);
    const told = `${who} ${route.method} ${asked} ${input.slice(0, 600)} (SEED=${seed}): ${status} ${text.slice(0, 400)}`;
    assert.ok(status < 500, told);
    const isOutside = who === 'nobody' || who === 'member';
    if (isOutside) assert.ok([401, 404, 414, 429].includes(status), told);
    else if (!route.roles.includes(who)) assert.ok([403, 404, 414].includes(status), told);
    else assert.is.not(status, 401, told);
    tally.set(`${status}`, (tally.get(`${status}`) ?? 0) + 1);
    if (!text.startsWith('{')) return;
    const answer = JSON.parse(text);
    if (status >= 400) assert.type(answer.message, 'string', told);
    else memory.learn(route.area, answer);
  }

  // One looks at what there is first.
  for (const name of areaNames) {
    const { status, text } = await ask('admin', 'GET', areas[name].path);
    assert.is(status, 200, `${name}: ${text.slice(0, 200)}`);
    memory.learn(areas[name].path, JSON.parse(text));
  }
  const run = async (nth: number) => {
    const draw = random(seed + nth);
    while (left-- > 0) await once(draw);
  };
  const ended = await Promise.allSettled(Array.from({ length: lanes }, (_, nth) => run(nth)));
  for (const one of ended) if (one.status === 'rejected') throw one.reason;

  assert.equal(await audit(gateway.db.run), {}, `SEED=${seed}`);
  assert.is((await checkTrail(gateway.db.run)).inOrder, true, `SEED=${seed}`);
  const of = (...statuses: number[]) => statuses.reduce((sum, one) => sum + (tally.get(`${one}`) ?? 0), 0);
  // a third is not for the role, and some areas have no records
  assert.ok(of(200, 202) > requests / 5, `only ${of(200, 202)} were done: ${JSON.stringify([...tally])}`);
  assert.ok(of(403) > requests / 50 && of(400, 409, 422) > requests / 50, JSON.stringify([...tally]));
});

test.run();
