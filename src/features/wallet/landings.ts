import { balance as getBalance } from '../../contract/member/auth';
import { landing } from '../../core/navigation/landing';
import { balance, home } from './routes';

export const landings = [landing(home, getBalance), landing(balance, getBalance)];
