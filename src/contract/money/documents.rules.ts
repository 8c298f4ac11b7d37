import * as v from 'valibot';
import { fields, required } from '../rules/fields';
import { movementFilter } from './wallet.rules';

/** The time zone of all times in a document: an IANA name. */
const timeZone = required(64);

export const statementAddress = fields({
  ...movementFilter,
  format: v.picklist(['pdf', 'csv'], 'required'),
  timeZone,
});
