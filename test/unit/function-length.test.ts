import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { parseTypeScript, type Syntax, walk } from '../../tools/build/syntax.mjs';

/** Lines of the longest function that is allowed. */
const limit = 100;

/**
 * Functions that are longer. The list only gets shorter. They are closures over the state of one thing in files whose size limits are
 * full: docs/decisions/tests-and-build.md has the bytes that dividing them costs.
 */
const waiting: string[] = [
  'src/embed/loader/instance.ts createEmbed',
  'src/embed/runtime/runtime.tsx show',
  'src/ui/layout/rows-window.tsx createRowsWindow',
];

const nameOf = (node: Syntax) => node.id?.name ?? node.key?.name;

/** Each function of a source with its name, or that of what it is assigned to, and its number of lines. */
function functionsOf(file: string) {
  const jsx = file.endsWith('.tsx');
  const found: { name: string; lines: number }[] = [];
  const names = new Map<Syntax, string>();
  walk(parseTypeScript(readFileSync(file, 'utf8'), { jsx }), (node) => {
    const held = node.init ?? node.value;
    if (held && typeof held === 'object') names.set(held, nameOf(node));
    if (!/^(FunctionDeclaration|FunctionExpression|ArrowFunctionExpression)$/.test(node.type)) return;
    const { start, end } = node.loc!;
    found.push({ name: nameOf(node) ?? names.get(node) ?? '', lines: end.line - start.line + 1 });
  });
  return found;
}

const functions = ['src', 'tools'].flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.(tsx?|m?js)$/.test(file) && !file.endsWith('.d.ts'))
    .flatMap((file) =>
      functionsOf(join(folder, file)).map((one) => ({ ...one, at: `${folder}/${file} ${one.name}` })),
    ),
);

test('the test itself sees functions, and how long they are', () => {
  const own = functions.find(({ at }) => at === 'src/core/form/form.ts useForm');
  assert.ok(own && own.lines > 50, JSON.stringify(own));
  assert.ok(functions.length > 5000, `${functions.length}`);
});

test('no function is longer than 100 lines', () => {
  const long = functions.filter(({ lines }) => lines > limit).map(({ at }) => at);
  assert.equal(long.sort(), waiting.sort());
});

test.run();
