import type { FastifyInstance } from 'fastify';
import type { Gateway } from '../kernel/gateway';

/** Milliseconds until a reader should fetch the file again: RFC 9116 recommends less than a year. */
const validFor = 180 * 86_400_000;

/** Serves `/.well-known/security.txt` (RFC 9116), if the deployment names a contact for reports of vulnerabilities. */
export function serveSecurityTxt(app: FastifyInstance, { settings, now }: Gateway): void {
  const { securityContact, publicUrl } = settings;
  if (!securityContact) return;
  app.get('/.well-known/security.txt', (_request, reply) =>
    reply
      .type('text/plain; charset=utf-8')
      .header('cache-control', 'public, max-age=86400')
      .send(
        [
          `Contact: ${securityContact}`,
          `Expires: ${new Date(now() + validFor).toISOString()}`,
          'Preferred-Languages: en, zh',
          `Canonical: ${publicUrl}/.well-known/security.txt`,
          '',
        ].join('\n'),
      ),
  );
}
