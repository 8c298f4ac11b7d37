import { type PartnerEventType, partnerEvents } from './partner-events';

/** What a partner is, for the gateway and the partner console. */

/** Test mode is a gateway of its own; a development machine runs both. */
export const partnerModes = ['test', 'live'] as const;
export type PartnerMode = (typeof partnerModes)[number];

/**
 * The kinds of a partner's origins. `site`: a page's origin, exactly as browsers say it. `preview`: `https://*.preview.example`, for the
 * deployments of branches, in test mode only. `app`: the origin of a WebView in the partner's app, such as `capacitor://localhost`.
 */
export const originKinds = ['site', 'preview', 'app'] as const;
export type OriginKind = (typeof originKinds)[number];

/** `owner`: everything. `developer`: everything but people and going live. `read`: looks only. */
export const partnerRoles = ['owner', 'developer', 'read'] as const;
export type PartnerRole = (typeof partnerRoles)[number];

/** Whether a partner may have live keys: `asked` waits for the operator of the gateway. */
export type LiveState = 'no' | 'asked' | 'yes' | 'refused';

/** The types of messages that a partner's server can be sent. */
export const webhookTypes = Object.keys(partnerEvents) as PartnerEventType[];
/** The type of the message that somebody sends to try a webhook out. */
export const testMessageType = 'webhook.test';

/** Webhooks and keys that a partner has at most, for each mode. */
export const mostWebhooks = 10;
export const mostKeys = 2;
