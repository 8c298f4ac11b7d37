import * as v from 'valibot';
import { fields, required } from '../rules/fields';
import { movementFilter } from './wallet.rules';

/** In which the times of a document are said: an IANA name. */
const timeZone = required(64);

export const statementAddress = fields({
  ...movementFilter,
  format: v.picklist(['pdf', 'csv'], 'required'),
  timeZone,
});
