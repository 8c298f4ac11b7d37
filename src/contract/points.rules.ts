import { fields } from './rules';

export const exchange = fields({});
