import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { parseTypeScript } from './syntax.mjs';

/** @import { Syntax } from './syntax.mjs' */

/**
 * A door as text, and where its screens stand: the object that it exports first.
 * @param {string} feature
 */
export async function readDoor(feature) {
  const path = `src/features/${feature}/screens.ts`;
  if (!existsSync(path)) throw new Error(`There is no feature ${feature}: ${path} would be its door`);
  const text = await readFile(path, 'utf8');
  for (const { type, declaration } of /** @type {Syntax[]} */ (parseTypeScript(text).body)) {
    const [first] = type === 'ExportNamedDeclaration' ? (declaration?.declarations ?? []) : [];
    if (first?.init?.type === 'ObjectExpression')
      return { path, text, name: first.id.name, screens: /** @type {Syntax} */ (first.init) };
  }
  throw new Error(`${path} exports no object of screens`);
}
