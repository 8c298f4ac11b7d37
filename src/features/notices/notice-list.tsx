import { listNotices } from '../../contract/notices';
import { useApp } from '../../core/app';
import { useList } from '../../core/data/list';
import { relative } from '../../core/text/format';
import { Tag } from '../../ui/display/tag';
import { Card } from '../../ui/layout/card';
import { ListView } from '../../ui/layout/list';
import { quiet } from '../../ui/styles';
import { notices } from './screens';

/** `pages/list/noticeList`: what was announced, the newest first. */
export default function NoticeList() {
  const { nav, t } = useApp();
  const list = useList(listNotices, {});
  return (
    <ListView of={list} itemKey={({ id }) => id} empty={t('notices.none')}>
      {({ id, title, excerpt, publishedAt, needsConfirm, lang }) => (
        <Card {...nav.link(notices.noticeDetail, { id })}>
          <strong lang={lang}>{title}</strong>{' '}
          {needsConfirm && <Tag tone="warn">{t('notices.toConfirm')}</Tag>}
          <p className={quiet} lang={lang} style={{ margin: '4px 0' }}>
            {excerpt}
          </p>
          <p className={quiet}>{relative(publishedAt, t)}</p>
        </Card>
      )}
    </ListView>
  );
}
