import { createHash } from 'node:crypto';
import type webpush from 'web-push';
import { localeOfCountry } from '../../auth/contacts';
import { endSubscription, openSubscriptions } from '../../auth/push-subscriptions';
import type { Db } from '../../db/database';
import { sharedSecret } from '../../db/shared-secret';
import type { OutsideKind } from '../../jobs/jobs';
import { post } from '../../kernel/destination';
import { load } from '../../kernel/load';
import { translate } from '../../kernel/messages';
import { type VapidKeys, vapidPair } from '../../settings/delivery';
import type { Settings } from '../../settings/settings';
import { type Subject, textOf } from './reach-members';
import { reachSettings } from './reach-settings';

/** Milliseconds that a push service may take. */
const timeoutMs = 10_000;
/** Seconds that a push service keeps a message for a phone that is off. */
const ttl = 3 * 86_400;

/** The key pair that push services know this gateway by: from the settings, or made once and kept in the database. */
export const vapidKeys = async (db: Db, { vapid }: Settings): Promise<VapidKeys> =>
  vapid ?? vapidPair(await sharedSecret(db, 'vapid'));

/** Whom push services may turn to (RFC 8292 §2.1): an https address or a mailbox. */
const subjectOf = ({ publicUrl }: Settings) =>
  publicUrl.startsWith('https:') ? publicUrl : `mailto:push@${new URL(publicUrl).hostname}.invalid`;

type Payload = { subscription: string; urgent: boolean } & Subject;

/**
 * The job that sends one message to one subscription. The phone shows a title and its link: amounts, numbers, names and people's texts
 * stay in the app, because others can read a lock screen. A subscription that is gone (404, 410) is deleted; any other response than 2xx
 * leads to another attempt.
 */
export const pushing = (db: Db, settings: Settings, now: () => number): OutsideKind => ({
  places: 16,
  async outside({ payload }) {
    const { subscription: id, urgent, ...what } = payload as Payload;
    const found = await openSubscriptions(db.run, now())
      .innerJoin('member as m', 'm.id', 'p.member')
      .select(['p.id', 'p.member', 'p.endpoint', 'p.p256dh', 'p.auth', 'm.country'])
      .where('p.id', '=', id)
      .executeTakeFirst();
    if (!found) return; // the session is over, or the member wants none any more
    const { locale = localeOfCountry(found.country) } = await reachSettings(db.run, found.member);
    const content = await textOf(db.run, what, locale);
    if (!content) return; // read meanwhile
    const shown = {
      title: content.title,
      body: translate(locale, 'reachBody'),
      tag: content.link,
      link: content.link,
      lang: locale,
    };
    const { headers, body } = (load('web-push') as typeof webpush).generateRequestDetails(
      { endpoint: found.endpoint, keys: { p256dh: found.p256dh, auth: found.auth } },
      JSON.stringify(shown),
      {
        vapidDetails: { subject: subjectOf(settings), ...(await vapidKeys(db, settings)) },
        TTL: ttl,
        urgency: urgent ? 'high' : 'normal',
        topic: createHash('sha256').update(content.link).digest('base64url').slice(0, 32),
        contentEncoding: 'aes128gcm',
      },
    );
    const { status } = await post(found.endpoint, body as Buffer, headers as Record<string, string>, {
      anywhere: !settings.production,
      timeoutMs,
    });
    if (status === 404 || status === 410) return endSubscription(db.run, found.member, { id: found.id });
    if (status < 200 || status > 299) throw new Error(`the push service answered ${status}`);
  },
});
