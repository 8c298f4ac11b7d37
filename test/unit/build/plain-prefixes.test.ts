import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import fc from 'fast-check';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { withPlainPrefixes } from '../../../tools/build/plugins/plain-prefixes.mjs';

interface Node {
  createStaticChild(path: string): Node;
  getStaticChild(path: string): (Node & { prefix: string }) | null;
}

const load = createRequire(import.meta.url);
const file = load.resolve('find-my-way/lib/node.js');

/** The router's root, of its own text or of another one. */
function rootOf(text: string): Node {
  const module = { exports: {} as { createStaticNode(prefix: string): Node } };
  new Function('module', 'require', text)(module, createRequire(file));
  return module.exports.createStaticNode('/');
}

test('a member reaches the same address in the built gateway as with the router that compiles', () => {
  const own = readFileSync(file, 'utf8');
  const paths = fc.array(fc.stringMatching(/^[ab/]{1,20}$/), { minLength: 1, maxLength: 12 });
  fc.assert(
    fc.property(paths, paths, (routes, asked) => {
      const roots = [rootOf(own), rootOf(withPlainPrefixes(own))];
      for (const root of roots) for (const route of routes) root.createStaticChild(route);
      for (const path of [...routes, ...asked]) {
        const [compiled, plain] = roots.map((root) => root.getStaticChild(path)?.prefix);
        assert.is(plain, compiled);
      }
    }),
    { numRuns: 300 },
  );
});

test('a router that compares in another way stops the build', () => {
  assert.throws(() => withPlainPrefixes('export default () => {}'), /another way/);
});

test.run();
