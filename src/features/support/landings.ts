import { listMessages } from '../../contract/support/im';
import { getWorkOrder, listWorkOrders } from '../../contract/support/work-orders';
import { landing, sends } from '../../core/navigation/landing';
import { im, workOrder, workOrderDetail } from './routes';

export const landings = [
  landing(workOrder, sends(listWorkOrders)),
  landing(workOrderDetail, sends(getWorkOrder, { id: '?id' })),
  landing(im, sends(listMessages)),
];
