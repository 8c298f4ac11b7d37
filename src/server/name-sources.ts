import { readFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import path from 'node:path';

/**
 * Stack traces name the sources of `file`, by its source map beside it. The map is read with the first stack trace: for Node's own way,
 * `--enable-source-maps`, each start would read megabytes that only errors need.
 */
export function nameSources(file: string): void {
  let map: SourceMap | undefined;
  const placeOf = (line: number, column: number): string | undefined => {
    map ??= new SourceMap(JSON.parse(readFileSync(`${file}.map`, 'utf8')));
    const found = map.findEntry(line - 1, column - 1);
    if (!('originalSource' in found)) return;
    const source = path.resolve(path.dirname(file), found.originalSource);
    return `${source}:${found.originalLine + 1}:${found.originalColumn + 1}`;
  };
  const frameOf = (site: NodeJS.CallSite): string => {
    const frame = String(site);
    const [line, column] = [site.getLineNumber(), site.getColumnNumber()];
    if (site.getFileName() !== file || line === null || column === null) return frame;
    return frame.replace(`${file}:${line}:${column}`, (place) => placeOf(line, column) ?? place);
  };
  const framesOf = (sites: NodeJS.CallSite[]): string[] => {
    try {
      return sites.map(frameOf);
    } catch {
      return sites.map(String); // there is no map
    }
  };
  Error.prepareStackTrace = (error, sites) => [titleOf(error), ...framesOf(sites)].join('\n    at ');
}

/** The first line of a stack trace. Errors of Node have their code in it. */
function titleOf(error: Error & { code?: unknown }): string {
  try {
    const title = Error.prototype.toString.call(error);
    const { name, code } = error;
    const isCoded = typeof code === 'string' && code.startsWith('ERR_') && title.startsWith(`${name}: `);
    return isCoded ? title.replace(name, () => `${name} [${code}]`) : title;
  } catch {
    return '<error>'; // its message cannot be read
  }
}
