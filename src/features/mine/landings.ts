import { balance } from '../../contract/member/auth';
import { landing, sends } from '../../core/navigation/landing';
import { home } from './routes';

export const landings = [landing(home, sends(balance))];
