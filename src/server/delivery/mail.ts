import { createTransport } from 'nodemailer';
import type { MailSettings } from '../settings/delivery';
import type { Deliver } from './outbox';

const timeoutMs = 20_000;

/** Sends mails over SMTP, with STARTTLS where the server offers it. One handed over twice has the same Message-ID. */
export function mailOverSmtp({ url, from }: MailSettings): Deliver {
  const transport = createTransport({
    url,
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
