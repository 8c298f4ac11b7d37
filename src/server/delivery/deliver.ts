import type { DeliverySettings } from '../settings/delivery';
import { mailOverSmtp } from './mail';
import { type Deliver, sandbox } from './outbox';
import { smsByTwilio, smsByWebhook } from './sms';

const off: Deliver = async ({ channel }) => {
  throw new Error(`${channel} is switched off`);
};

/** Sends mails and text messages with the configured providers. Messages that only tests read stay in the outbox. */
export function deliverBy({ mail, sms }: DeliverySettings): Deliver {
  const byMail = mail === 'sandbox' ? sandbox : mail === 'off' ? off : mailOverSmtp(mail);
  const bySms =
    sms === 'sandbox'
      ? sandbox
      : sms === 'off'
        ? off
        : sms.kind === 'twilio'
          ? smsByTwilio(sms)
          : smsByWebhook(sms);
  return (message, id) => {
    if (message.channel === 'sms') return bySms(message, id);
    // the text of a captcha, which is stored outside production for tests
    return message.address.startsWith('picture ') ? sandbox(message, id) : byMail(message, id);
  };
}
