import { listDevices } from '../../contract/buying/devices';
import { landing, sends } from '../../core/navigation/landing';
import { list, machines } from './routes';

export const landings = [
  landing(list, sends(listDevices)),
  landing(machines), // what it sends depends on whether the address names an order
];
