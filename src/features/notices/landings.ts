import { listMessages, readTotal } from '../../contract/support/messages';
import { getNotice, listNotices } from '../../contract/support/notices';
import { landing, sends } from '../../core/navigation/landing';
import { noticeDetail, noticeList, systemMsg } from './routes';

export const landings = [
  landing(noticeList, sends(listNotices)),
  landing(noticeDetail, sends(getNotice, { id: '?id' })),
  landing(systemMsg, sends(listMessages), sends(readTotal)),
];
