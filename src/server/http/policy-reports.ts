import type { FastifyInstance } from 'fastify';
import * as v from 'valibot';
import type { Gateway } from '../kernel/gateway';

/** The address that the Content-Security-Policy of our pages names. */
export const reportPath = '/csp-reports';
/** Bytes of a request, reports that are read of it, characters of a value in the log, and reports logged in a minute. */
const most = { bytes: 16_384, reports: 5, characters: 200, perMinute: 20 };

const text = v.pipe(
  v.string(),
  v.transform((value) => value.replace(/[?#].*$/s, '').slice(0, most.characters)),
);
/** A body for `report-uri`. */
const older = v.object({
  'csp-report': v.object({
    'document-uri': text,
    'blocked-uri': v.optional(text),
    'violated-directive': v.optional(text),
    'effective-directive': v.optional(text),
    'source-file': v.optional(text),
  }),
});
/** A report for `report-to`. */
const newer = v.object({
  type: v.literal('csp-violation'),
  body: v.object({
    documentURL: text,
    blockedURL: v.optional(text),
    effectiveDirective: v.optional(text),
    sourceFile: v.nullish(text),
  }),
});

interface Violation {
  page: string;
  directive?: string | undefined;
  blocked?: string | undefined;
  source?: string | undefined;
}

/** The violations in a request; reports of other kinds, and addresses after `?` or `#`, are left out. */
function violationsIn(body: unknown): Violation[] {
  const given = (Array.isArray(body) ? body : [body]).slice(0, most.reports);
  return given.flatMap((one): Violation[] => {
    const old = v.safeParse(older, one);
    if (old.success) {
      const report = old.output['csp-report'];
      const directive = report['effective-directive'] ?? report['violated-directive'];
      const [page, blocked] = [report['document-uri'], report['blocked-uri']];
      return [{ page, directive, blocked, source: report['source-file'] }];
    }
    const current = v.safeParse(newer, one);
    if (!current.success) return [];
    const { documentURL: page, effectiveDirective: directive, blockedURL: blocked } = current.output.body;
    return [{ page, directive, blocked, source: current.output.body.sourceFile ?? undefined }];
  });
}

/**
 * `POST /csp-reports`: writes what browsers have refused on our pages to the log. Anybody can send such a report, so requests are counted,
 * and only few reports are logged in a minute.
 */
export async function servePolicyReports(app: FastifyInstance, { requests, now }: Gateway): Promise<void> {
  let minute = 0;
  let logged = 0;
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    ['application/csp-report', 'application/reports+json', 'application/json'],
    { parseAs: 'string', bodyLimit: most.bytes },
    app.getDefaultJsonParser('error', 'error'),
  );
  app.post(reportPath, async (request, reply) => {
    await requests.count(request.ip, 'anyone', now(), 'reports');
    const current = Math.floor(now() / 60_000);
    if (current !== minute) [minute, logged] = [current, 0];
    for (const violation of violationsIn(request.body))
      if (logged++ < most.perMinute)
        request.log.warn({ violation }, 'a browser refused something on our page');
    return reply.code(204).send();
  });
}
