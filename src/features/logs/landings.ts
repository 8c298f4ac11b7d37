import { listGrabRecords } from '../../contract/video/logs';
import { landing } from '../../core/navigation/landing';
import { order } from './routes';

export const landings = [landing(order, listGrabRecords)];
