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

/** A top-up is known by its order, or by the id of the bank transfer. */
const payment = { of: v.picklist(['order', 'withdrawal', 'topUp'], 'required'), number: id };

export const getReceipt = fields(payment);
export const receiptAddress = fields({ ...payment, timeZone });
