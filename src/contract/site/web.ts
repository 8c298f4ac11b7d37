import type { EmbedFeature } from '../embed/features';
import { added } from '../wire/call';
import type * as rules from './web.rules';

/**
 * A token with which our own page shows one of our embeds to the signed-in member. Valid only there; ends with the session. `expiresIn`
 * in seconds.
 */
export const embedToken = added<typeof rules.embedToken, { token: string; expiresIn: number }>(
  'txUser/embedToken',
);

/** A site that may show the member's data. */
export interface LinkedPartner {
  id: string;
  /** In the language of the request. */
  name: string;
  /** The site's own id of the member. */
  reference: string;
  /** The origin of its pages: `https://shop.example`. */
  origins: string[];
  since: string;
}

/** The consent that a member is asked for, on our page to which a partner's page leads. */
export interface PartnerConnection {
  /** In the language of the request. */
  name: string;
  /** The page from which they came. */
  site: string;
  reference: string;
  /** Data that the site may show; the member confirms calls that its pages prepare. */
  features: EmbedFeature[];
  /** The features that the member has allowed already. */
  granted: EmbedFeature[];
  /** The feature of the page that they came from. */
  asked?: EmbedFeature;
  /** The member agreed before. */
  linked: boolean;
}

/** `request`: from the address of the page. Refused if it is too old, or if the reference belongs to somebody else. */
export const partnerConnection = added<typeof rules.partnerConnection, PartnerConnection>(
  'txUser/partnerConnection',
  { guard: 'anyone' },
);
/**
 * Agrees. `returnTo`: the partner's address with a code, to which the browser goes; the connection is made when the partner's server
 * redeems the code for the customer who is signed in there. Agreeing again returns another code and invalidates the previous one.
 */
export const connectPartner = added<typeof rules.connectPartner, { returnTo: string }>(
  'txUser/connectPartner',
);

/** Declines. `returnTo`: the partner's address with `error=access_denied`, as OAuth 2.0 has it (RFC 6749, section 4.1.2.1). Stores nothing. */
export const declinePartner = added<typeof rules.declinePartner, { returnTo: string }>(
  'txUser/declinePartner',
  { guard: 'anyone' },
);

export const listPartners = added<typeof rules.listPartners, { items: LinkedPartner[] }>('txUser/partners');
/** Ends the link, and the site's access to the member's data; an unknown link is ignored. */
export const unlinkPartner = added<typeof rules.unlinkPartner, object>('txUser/unlinkPartner', {
  stale: () => [listPartners],
});
