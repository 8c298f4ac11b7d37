import { listMessages } from '../../contract/support/messages';
import { getNotice, listNotices } from '../../contract/support/notices';
import { landing } from '../../core/navigation/landing';
import { noticeDetail, noticeList, systemMsg } from './routes';

export const landings = [
  landing(noticeList, listNotices),
  landing(noticeDetail, getNotice, { id: '?id' }),
  landing(systemMsg, listMessages),
];
