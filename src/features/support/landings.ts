import { getWorkOrder, listWorkOrders } from '../../contract/support/work-orders';
import { landing } from '../../core/navigation/landing';
import { workOrder, workOrderDetail } from './routes';

export const landings = [
  landing(workOrder, listWorkOrders),
  landing(workOrderDetail, getWorkOrder, { id: '?id' }),
];
