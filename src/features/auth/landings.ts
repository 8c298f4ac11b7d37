import { landing } from '../../core/navigation/landing';
import { login, register } from './routes';

export const landings = [landing(login), landing(register)];
