import * as v from 'valibot';
import { fields, id, required } from '../rules/fields';
import { movementFilter } from './wallet.rules';

/** The time zone of all times in a document: an IANA name. */
const timeZone = required(64);

export const statementAddress = fields({
  ...movementFilter,
  format: v.picklist(['pdf', 'csv'], 'required'),
  timeZone,
});

export const receiptAddress = fields({
  of: v.picklist(['order', 'withdrawal'], 'required'),
  number: id,
  timeZone,
});
