import type * as rules from './web.rules';
import { added } from './wire/call';

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

export const listPartners = added<typeof rules.listPartners, { items: LinkedPartner[] }>('txUser/partners');
/** Ends what the site shows of the member, too; one that is not linked is no mistake. */
export const unlinkPartner = added<typeof rules.unlinkPartner, object>('txUser/unlinkPartner');
