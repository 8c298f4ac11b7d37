import { added } from '../wire/call';
import type * as rules from './notifications.rules';

/** The subjects of notifications. Security messages are separate: nobody can turn them off. */
export const notificationKinds = ['money', 'orders', 'devices', 'support', 'feed', 'news'] as const;
export type NotificationKind = (typeof notificationKinds)[number];

/** How a message reaches a member outside the app. In the app, all of them are listed. */
export const notificationWays = ['push', 'mail', 'sms'] as const;
export type NotificationWay = (typeof notificationWays)[number];

export type NotificationChoices = Record<NotificationKind, Record<NotificationWay, boolean>>;

/** Hours of the day in which no phone rings: `22:00` to `07:30`, over midnight where `to` is the earlier. */
export interface QuietHours {
  from: string;
  to: string;
}

/** The member's choice of subjects and channels. */
export interface Notifications {
  choices: NotificationChoices;
  quiet?: QuietHours;
  /** In which the quiet hours are meant: an IANA name, `Europe/Berlin`. */
  timeZone: string;
  /** The mailbox and the phone, masked; absent where the member has none, or the gateway sends none. */
  mail?: string;
  sms?: string;
  /** The key that a browser's subscription is made with (RFC 8292), in base64url. */
  pushKey: string;
  /** Whether this session has a subscription. */
  pushed: boolean;
}

/** The member's settings; until they are saved, push for everything, and nothing else. */
export const getNotifications = added<typeof rules.getNotifications, Notifications>('txNotify/get');
/** Saves them, with the language of the request, in which messages go out from then on. */
export const saveNotifications = added<typeof rules.saveNotifications, object>('txNotify/save', {
  stale: () => [getNotifications],
});
/**
 * Lets this session be reached by push (RFC 8030): what a browser's subscription says. Takes the place of the one it had. Refused
 * (5001) for an endpoint that is not on the internet. The subscription ends with the session.
 */
export const subscribePush = added<typeof rules.subscribePush, object>('txNotify/subscribe', {
  stale: () => [getNotifications],
});
/** Ends this session's subscription; again changes nothing. */
export const unsubscribePush = added<typeof rules.unsubscribePush, object>('txNotify/unsubscribe', {
  stale: () => [getNotifications],
});
