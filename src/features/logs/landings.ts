import { listGrabRecords } from '../../contract/video/logs';
import { landing, sends } from '../../core/navigation/landing';
import { order } from './routes';

export const landings = [landing(order, sends(listGrabRecords))];
