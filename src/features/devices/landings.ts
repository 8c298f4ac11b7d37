import { listDevices } from '../../contract/buying/devices';
import { landing, sends } from '../../core/navigation/landing';
import { list } from './routes';

export const landings = [landing(list, sends(listDevices))];
