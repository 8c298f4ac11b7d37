import { balance, listSessions } from '../../contract/member/auth';
import { landing, sends } from '../../core/navigation/landing';
import { connectPartner, home, signedIn } from './routes';

export const landings = [
  landing(home, sends(balance)),
  landing(signedIn, sends(listSessions)),
  landing(connectPartner), // a request can be used once, and lasts for some minutes
];
