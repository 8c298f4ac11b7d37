import type * as nodemailer from 'nodemailer';
import { load } from '../kernel/load';
import type { MailSettings } from '../settings/delivery';
import { isThisMachine } from '../settings/production';
import type { Deliver } from './outbox';

const timeoutMs = 20_000;

/**
 * Whether mail may only be sent encrypted: to a remote server, unless the address contains `?requireTLS=false`. Otherwise an attacker on
 * the network could remove STARTTLS from the server's offer and read every code.
 */
export function needsTls(url: string): boolean {
  const { hostname, searchParams } = new URL(url);
  return !isThisMachine(hostname) && searchParams.get('requireTLS') !== 'false';
}

/** Sends mails over SMTP. A message that is sent twice has the same Message-ID. */
export function mailOverSmtp({ url, from }: MailSettings): Deliver {
  const { createTransport } = load('nodemailer') as typeof nodemailer;
  const transport = createTransport({
    url,
    requireTLS: needsTls(url),
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
  });
  const host = /@([^>\s]+)>?$/.exec(from)?.[1] ?? 'cloudphone';
  return async ({ address, subject, text }, id) => {
    // as an object: a text would be parsed again, and could contain a different address
    await transport.sendMail({
      from,
      to: { name: '', address },
      subject,
      text,
      messageId: `<${id}@${host}>`,
    });
  };
}
