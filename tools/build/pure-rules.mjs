import { readFile } from 'node:fs/promises';

/**
 * esbuild plugin: marks the calls that make up a rule as free of effects, so that a screen carries only the rules it
 * uses (valibot's own marks do not reach across files in esbuild: 6.3 KB for the sign-in form without this, 1.7 with).
 *
 * `contract/rules/fields.ts` has functions with effects inside, so only valibot's calls are marked there; a `*.rules.ts` table
 * is nothing but rules.
 */
export const pureRules = {
  name: 'pure-rules',
  setup(build) {
    build.onLoad(
      { filter: /contract\/([\w-]+\.rules|rules\/fields)\.ts$/, namespace: 'file' },
      async ({ path }) => {
        const calls = path.endsWith('/fields.ts') ? /(?<![\w.])v\.\w+\(/g : /(?<![\w.])(v\.)?\w+\(/g;
        const source = await readFile(path, 'utf8');
        return { contents: source.replace(calls, '/* @__PURE__ */ $&'), loader: 'ts' };
      },
    );
  },
};
