import { landing } from '../../core/navigation/landing';
import { login, register, resetPassword } from './routes';

export const landings = [landing(login), landing(register), landing(resetPassword)];
