import * as v from 'valibot';
import { fields, from, id, question, requestKey, required } from '../rules/fields';
import { WorkOrderStatus } from './work-orders';

/** Maximum number of pictures of a work order, or of a reply. */
export const mostPictures = 6;

const annex = v.optional(
  v.pipe(
    v.array(v.pipe(v.string('attachment'), v.uuid('attachment')), 'attachment'),
    v.maxLength(mostPictures, 'max'),
  ),
);

/** Spec §5: the question cannot be empty. */
export const addWorkOrder = fields({ title: required(60), description: question, annex, requestKey });
export const listWorkOrders = fields({
  status: v.optional(v.picklist(/* @__PURE__ */ Object.values(WorkOrderStatus), 'wrong')),
  from,
});
export const getWorkOrder = fields({ id });
export const replyWorkOrder = fields({ id, text: question, annex, requestKey });
export const solveWorkOrder = fields({ id, solved: v.boolean('required') });
