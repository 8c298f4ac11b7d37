import { balance } from '../../contract/member/auth';
import { landing } from '../../core/navigation/landing';
import { home } from './routes';

export const landings = [landing(home, balance)];
