import * as v from 'valibot';
import { fields, from, id } from '../rules/fields';

const isDay = (text: string) => {
  const at = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(at.getTime()) && at.toISOString().slice(0, 10) === text;
};

export const listGrabRecords = fields({
  accountId: v.optional(id),
  day: v.optional(v.pipe(v.string('wrong'), v.regex(/^\d{4}-\d\d-\d\d$/, 'wrong'), v.check(isDay, 'wrong'))),
  state: v.optional(v.picklist([0, 1], 'wrong')),
  from,
});
