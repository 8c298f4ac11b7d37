import { fields } from '../rules/fields';

export const exchange = fields({});
