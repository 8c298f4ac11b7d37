import { appendFileSync, mkdirSync, readFileSync } from 'node:fs';
import { findSourceMap } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { type CompiledQuery, DefaultQueryExecutor, type QueryResult } from 'kysely';
import { places } from '../../../../src/server/schema/places';
import { type Finding, findingsIn } from './findings';

/** The column that names the member, of each table whose rows lie with a member. */
const memberColumns: ReadonlyMap<string, string> = new Map(
  Object.entries(places).flatMap(([table, place]) =>
    typeof place === 'object' && place.by !== 'key' ? [[table, place.column] as const] : [],
  ),
);

/** Places whose statements lack a member, with what they lack. The list may only become shorter. */
const listFile = 'test/server/support/members/exceptions.json';
const listed = new Set(JSON.parse(readFileSync(listFile, 'utf8')) as string[]);
/** The exceptions that a process has met, a line each: tools/test/member-exceptions.mjs reads them after all tests. */
const metFolder = 'dist/test/members';
const met = new Set<string>();

const known = new Map<string, Finding[]>();

/** The findings about a statement; each text is read once. */
function findings(text: string): Finding[] {
  const before = known.get(text);
  if (before) return before;
  const found = findingsIn(text, memberColumns);
  known.set(text, found);
  return found;
}

/** On several nodes, a statement that joins rows apart on one PostgreSQL may join them together, and then asks every node. */
const isListed = (exception: string) =>
  listed.has(exception) || listed.has(exception.replace(': all ', ': apart '));

/** Refuses a statement that does not name its member, unless its place is listed. */
function check({ sql }: CompiledQuery): void {
  const found = findings(sql);
  if (!found.length) return;
  const place = placeNow();
  if (place === undefined) return;
  for (const one of found) {
    const exception = `${place}: ${one}`;
    if (!met.has(exception)) {
      met.add(exception);
      mkdirSync(metFolder, { recursive: true });
      appendFileSync(path.join(metFolder, String(process.pid)), `${exception}\n`);
    }
    if (!isListed(exception) && process.env.MEMBER_EXCEPTIONS !== 'collect')
      throw new Error(`${exception}: the statement must name its member (docs/scale.md)\n${sql}`);
  }
}

/** Source files that run the statements of others. */
const between = /^(db\/|kernel\/pagination\.ts$)/;
const functions = new Map<string, string | undefined>();

/** The gateway's file and declaration that runs a statement; `undefined` for a statement of a test. */
function placeNow(): string | undefined {
  const { prepareStackTrace, stackTraceLimit } = Error;
  Error.stackTraceLimit = 30;
  Error.prepareStackTrace = (_, calls) => calls;
  const calls = new Error().stack as unknown as NodeJS.CallSite[];
  Object.assign(Error, { prepareStackTrace, stackTraceLimit });
  for (const call of calls) {
    const at = `${call.getFileName()}:${call.getLineNumber()}:${call.getColumnNumber()}`;
    if (!functions.has(at)) functions.set(at, placeOf(call));
    const place = functions.get(at);
    if (place !== undefined) return place || undefined;
  }
  return;
}

/** The declaration of a call: empty if it is of a test, `undefined` if it is neither of a test nor of the gateway. */
function placeOf(call: NodeJS.CallSite): string | undefined {
  const file = call.getFileName()?.replace(/^file:\/\//, '') ?? '';
  if (!file.includes('/dist/')) return;
  const [line, column] = [call.getLineNumber() ?? 1, call.getColumnNumber() ?? 1];
  const entry = findSourceMap(file)?.findEntry(line - 1, column - 1);
  if (!entry || !('originalSource' in entry)) return;
  const url = entry.originalSource;
  const source = path.relative(
    process.cwd(),
    url.startsWith('file:') ? fileURLToPath(url) : path.resolve(path.dirname(file), url),
  );
  if (source.startsWith('test/')) return source.includes('/support/members/') ? undefined : '';
  const own = source.match(/^src\/server\/(.*)/)?.[1];
  if (own === undefined || between.test(own)) return;
  const before = readFileSync(source, 'utf8')
    .split('\n')
    .slice(0, entry.originalLine + 1)
    .reverse();
  const declaration = /^(?:export )?(?:default )?(?:async )?(?:function\*?|const|class) (\w+)/;
  return `${own} ${before.map((one) => declaration.exec(one)?.[1]).find(Boolean) ?? ''}`.trim();
}

const { executeQuery } = DefaultQueryExecutor.prototype;
DefaultQueryExecutor.prototype.executeQuery = function <R>(query: CompiledQuery<unknown>) {
  check(query);
  return executeQuery.call(this, query) as Promise<QueryResult<R>>;
};
