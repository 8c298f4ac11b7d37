/** @import { OnResolveArgs, PluginBuild, ResolveResult } from 'esbuild' */

/** The answers of esbuild about imports, by the folder and the path. @typedef {Map<string, Promise<ResolveResult>>} Resolved */

/**
 * Asks esbuild only once where an import leads. Each question is a message to esbuild and back, and a page has ten thousand imports in
 * all its passes. `mark` is the `pluginData` by which the plugin knows its own question.
 * @param {PluginBuild} build
 * @param {Resolved} resolved
 * @param {OnResolveArgs} asked
 * @param {string} mark
 */
export function resolveOnce(build, resolved, { kind, path, resolveDir, importer }, mark) {
  const key = `${mark}\n${resolveDir}\n${path}`;
  const known = resolved.get(key);
  if (known) return known;
  const found = build.resolve(path, { kind, resolveDir, importer, pluginData: mark });
  resolved.set(key, found);
  return found;
}
