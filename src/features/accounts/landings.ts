import { listAccounts } from '../../contract/video/accounts';
import { landing, sends } from '../../core/navigation/landing';
import { list } from './routes';

export const landings = [landing(list, sends(listAccounts))];
