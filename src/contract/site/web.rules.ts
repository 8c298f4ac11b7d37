import * as v from 'valibot';
import { type EmbedFeature, embedFeatures } from '../embed/features';
import { fields, id, nothing, required } from '../rules/fields';

const feature = v.picklist(Object.keys(embedFeatures) as EmbedFeature[], 'wrong');

export const embedToken = fields({ feature });

export const listPartners = nothing;
export const unlinkPartner = fields({ partner: id });

export const partnerConnection = fields({ request: required(2000) });
export const declinePartner = partnerConnection;
/** `features`: those that the member allows; without it, all that the partner has. */
export const connectPartner = fields({
  request: required(2000),
  features: v.optional(v.pipe(v.array(feature, 'wrong'), v.minLength(1, 'required'), v.maxLength(50, 'max'))),
});
