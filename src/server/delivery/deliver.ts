import type { DeliverySettings } from '../settings/delivery';
import { mailOverSmtp } from './mail';
import { type Deliver, sandbox } from './outbox';
import { smsByTwilio, smsByWebhook } from './sms';

const off: Deliver = async ({ channel }) => {
  throw new Error(`${channel} is switched off`);
};

/** Mails and text messages by the providers that the settings name. What only tests read stays in the outbox. */
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
    // the answer to a picture, which is written down outside production for tests
    return message.address.startsWith('picture ') ? sandbox(message, id) : byMail(message, id);
  };
}
