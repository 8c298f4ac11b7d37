import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { parse, toJavaScriptSync } from '../../tools/build/syntax.mjs';

type Syntax = ReturnType<typeof parse>;

/** Objects with an identity or a state that are allowed. */
const allowed: Record<string, string> = {
  'contract/embed/deprecations.ts: deprecations': 'a table without rows at present',
  'core/app.ts: Context': 'in the core, which is there once',
  'core/data/busy.ts: BusyContext': 'in the core',
  'core/navigation/location.ts: LocationContext': 'in the core',
  'core/text/day.ts: clocks': 'a cache, which another copy fills again',
  'ui/layout/bar.tsx: BarContext': 'in the core',
  'core/signals.react.ts: followed': 'for React only, whose build copies nothing',
  'features/logs/log-list.tsx: nothing': 'empty, and stays so',
};

/** Whether a value is empty until something changes it, or is distinguishable from another that was made in the same way. */
function isState(value: Syntax | null): boolean {
  if (value?.type === 'NewExpression')
    return /^(Weak)?(Map|Set)$/.test(value.callee.name) && !value.arguments.length;
  if (value?.type === 'CallExpression') return /^(signal|createContext)$/.test(value.callee.name);
  if (value?.type === 'ArrayExpression') return !value.elements.length;
  return value?.type === 'ObjectExpression' && !value.properties.length;
}

/** The names of what a module keeps while it is loaded. */
const stateIn = (path: string, text: string): string[] =>
  parse(toJavaScriptSync(path, text)).body.flatMap((node: Syntax) => {
    const declared = node.type === 'ExportNamedDeclaration' ? node.declaration : node;
    if (declared?.type !== 'VariableDeclaration') return [];
    const variables: Syntax[] = declared.declarations;
    return variables
      .filter(({ init }) => declared.kind !== 'const' || isState(init))
      .map(({ id }) => id.name);
  });

test('no module that may be in several files has state: another copy of it would have another', () => {
  const modules = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter((file) =>
    /^(contract|core|ui|features)\/.*\.tsx?$/.test(file),
  );
  const found = modules.flatMap((file) =>
    stateIn(file, readFileSync(`src/${file}`, 'utf8')).map((name) => `${file}: ${name}`),
  );
  assert.equal(found.sort(), Object.keys(allowed).sort());
});

test('state is found in each of its forms, and constants and functions are not taken for it', () => {
  const text = `
    let count = 0;
    export const cache = new Map<string, number>();
    const seen: string[] = [];
    export const now = signal(1);
    const names = new Set(['a']);
    const sizes = { small: 1 };
    export function create() { let made = 0; return () => made++; }`;
  assert.equal(stateIn('a.ts', text), ['count', 'cache', 'seen', 'now']);
});

test.run();
