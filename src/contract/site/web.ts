import type { EmbedFeature } from '../embed/features';
import { added } from '../wire/call';
import type * as rules from './web.rules';

/**
 * A token with which a page of our own shows one of our embeds to the member who is signed in. Good there and nowhere else;
 * ends with the session. `expiresIn` in seconds.
 */
export const embedToken = added<typeof rules.embedToken, { token: string; expiresIn: number }>(
  'txUser/embedToken',
);

/** A site that may show the member something of theirs. */
export interface LinkedPartner {
  id: string;
  /** In the language of the request. */
  name: string;
  /** What the site calls the member by. */
  reference: string;
  /** Where its pages are: `https://shop.example`. */
  origins: string[];
  since: string;
}

/** What a member is asked to agree to, on our page that a partner's leads to. */
export interface PartnerConnection {
  /** In the language of the request. */
  name: string;
  /** The page that they came from. */
  site: string;
  reference: string;
  /** What the site may show; what its pages prepare is confirmed by the member. */
  features: EmbedFeature[];
  /** Agreed before. */
  linked: boolean;
}

/** `request`: as in the address of the page. Refused when it is too old, or the reference is somebody else's. */
export const partnerConnection = added<typeof rules.partnerConnection, PartnerConnection>(
  'txUser/partnerConnection',
);
/**
 * Agrees. `returnTo`: the partner's address with a code in it, to which the browser goes; the connection is made when the partner's server
 * redeems the code for the customer who is signed in there. Agreeing once more answers another code, and the one before is good no more.
 */
export const connectPartner = added<typeof rules.connectPartner, { returnTo: string }>(
  'txUser/connectPartner',
);

export const listPartners = added<typeof rules.listPartners, { items: LinkedPartner[] }>('txUser/partners');
/** Ends what the site shows of the member, too; one that is not linked is no mistake. */
export const unlinkPartner = added<typeof rules.unlinkPartner, object>('txUser/unlinkPartner', {
  stale: () => [listPartners],
});
