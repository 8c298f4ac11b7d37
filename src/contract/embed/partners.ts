import { type PartnerEventType, partnerEvents } from './partner-events';

/** A partner's modes, origins and roles, for the gateway and the partner console. */

/** Test mode runs in a separate gateway; a development machine runs both. */
export const partnerModes = ['test', 'live'] as const;
export type PartnerMode = (typeof partnerModes)[number];

/**
 * The kinds of a partner's origins. `site`: a page's origin, exactly as browsers send it. `preview`: `https://*.preview.example`, for
 * deployments of branches, in test mode only. `app`: the origin of a WebView in the partner's app, such as `capacitor://localhost`.
 */
export const originKinds = ['site', 'preview', 'app'] as const;
export type OriginKind = (typeof originKinds)[number];

/** `owner`: everything. `developer`: everything except people and going live. `read`: read access. */
export const partnerRoles = ['owner', 'developer', 'read'] as const;
export type PartnerRole = (typeof partnerRoles)[number];

/** Whether a partner may have live keys: `asked` waits for the operator of the gateway. */
export type LiveState = 'no' | 'asked' | 'yes' | 'refused';

/** The types of messages to a partner's server. */
export const webhookTypes = Object.keys(partnerEvents) as PartnerEventType[];
/** The type of a test message to a webhook. */
export const testMessageType = 'webhook.test';

/** Maximum number of webhooks and keys of a partner, per mode. */
export const mostWebhooks = 10;
export const mostKeys = 2;
