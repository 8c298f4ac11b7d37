import * as v from 'valibot';
import { type EmbedFeature, embedFeatures } from '../embed/features';
import { fields, id, nothing, required } from '../rules/fields';

export const embedToken = fields({
  feature: v.picklist(Object.keys(embedFeatures) as EmbedFeature[], 'wrong'),
});

export const listPartners = nothing;
export const unlinkPartner = fields({ partner: id });

export const partnerConnection = fields({ request: required(2000) });
export const connectPartner = partnerConnection;
