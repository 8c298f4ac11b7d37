import * as v from 'valibot';
import { fields, id } from '../rules/fields';

export const listWatches = fields({});

export const currentWatch = fields({ machine: id });

export const answerWatch = fields({ id, allow: v.boolean('required') });

export const endWatch = fields({ id });
