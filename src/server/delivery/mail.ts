import { createTransport } from 'nodemailer';
import type { MailSettings } from '../settings/delivery';
import { isThisMachine } from '../settings/production';
import type { Deliver } from './outbox';

const timeoutMs = 20_000;

/**
 * Whether mail may leave only encrypted: to a server elsewhere, unless the address says `?requireTLS=false`. Otherwise somebody on the way
 * can take STARTTLS out of what the server offers, and read every code.
 */
export function needsTls(url: string): boolean {
  const { hostname, searchParams } = new URL(url);
  return !isThisMachine(hostname) && searchParams.get('requireTLS') !== 'false';
}

/** Sends mails over SMTP. One handed over twice has the same Message-ID. */
export function mailOverSmtp({ url, from }: MailSettings): Deliver {
  const transport = createTransport({
    url,
    requireTLS: needsTls(url),
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
  });
  const host = /@([^>\s]+)>?$/.exec(from)?.[1] ?? 'cloudphone';
  return async ({ address, subject, text }, id) => {
    // as an object: a text would be parsed again, and may hold another address than it looks
    await transport.sendMail({
      from,
      to: { name: '', address },
      subject,
      text,
      messageId: `<${id}@${host}>`,
    });
  };
}
