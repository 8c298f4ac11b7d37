import * as v from 'valibot';
import { fields, id, lines, nothing, phone, requestKey, required, residentId } from '../rules/fields';

/** Degrees, gcj02. */
export const position = fields({
  latitude: v.pipe(v.number('wrong'), v.minValue(-90, 'wrong'), v.maxValue(90, 'wrong')),
  longitude: v.pipe(v.number('wrong'), v.minValue(-180, 'wrong'), v.maxValue(180, 'wrong')),
});

/** Street, building, door; may have several lines. */
const written = v.pipe(lines(200), v.nonEmpty('required'));
const area = v.pipe(v.string('required'), v.regex(/^\d{6}(\d{3})?$/, 'required'));

// Separate constants without a spread, so that the bundler gives each form only its own.
export const addAddress = fields({
  username: required(50),
  userphone: phone,
  idCard: v.optional(v.union([v.literal(''), residentId], 'residentId')),
  area: v.optional(area),
  address: written,
  position: v.optional(position),
  isDefault: v.optional(v.boolean('wrong')),
  requestKey,
});
export const editAddress = fields({
  id,
  username: required(50),
  userphone: phone,
  idCard: v.optional(v.union([v.literal(''), residentId], 'residentId')),
  area: v.optional(area),
  address: written,
  position: v.optional(position),
  isDefault: v.optional(v.boolean('wrong')),
  requestKey,
});
export const listAddresses = nothing;
export const getAddress = fields({ id });
export const deleteAddress = fields({ id, requestKey });
export const setDefaultAddress = fields({ id, requestKey });
export const listAreas = fields({
  parent: v.optional(v.pipe(v.string('wrong'), v.regex(/^\d{2,4}$/, 'wrong'))),
});
export const parseAddress = fields({ text: v.pipe(lines(500), v.nonEmpty('required')) });
