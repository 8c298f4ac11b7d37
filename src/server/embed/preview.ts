import { randomBytes } from 'node:crypto';
import { type EmbedFeature, embedFeatures } from '../../contract/embed/features';
import { DomainError } from '../kernel/domain-error';
import type { Gateway } from '../kernel/gateway';
import { memberOf, partnerOf } from './state';
import { addTestMember } from './test-members';
import { issueToken } from './tokens';

/** The console's name for the customer of its previews, and the fen in their wallet. */
const reference = 'console-preview';
const balance = 5_000_00;
/** Seconds that a token lives. */
const ttl = 300;

/**
 * A token of test mode for the preview in the console: for our own origin and for no page of the partner's, and with everything that the
 * partner's tokens may have at most. It shows a customer of the partner's that is made for it.
 */
export async function previewToken(gateway: Gateway, partner: string, feature: EmbedFeature) {
  const { db, settings, now } = gateway;
  const known = partnerOf(settings, partner);
  const before = await memberOf(db.run, partner, reference);
  if (!before) {
    const password = randomBytes(24).toString('base64'); // nobody signs in as them
    await addTestMember(gateway, { partner, reference, balance, password }).catch((error) => {
      if (!(error instanceof DomainError)) throw error; // the other preview of the page was faster
    });
  }
  const member = before ?? (await memberOf(db.run, partner, reference));
  if (!member) throw new DomainError('memberMissing');
  const { origin } = new URL(settings.publicUrl);
  const ofFeature = embedFeatures[feature].scopes;
  const scopes = ofFeature.filter((one) => !known?.scopes || known.scopes.includes(one));
  const token = await issueToken(db.run, { partner, member, feature, scopes, origin }, ttl, now());
  return { token, expiresIn: ttl };
}
