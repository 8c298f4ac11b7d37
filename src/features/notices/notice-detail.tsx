import { getNotice } from '../../contract/notices';
import { useApp } from '../../core/app';
import { dateTime } from '../../core/format';
import { useQuery } from '../../core/query';
import type { Props } from '../../core/screen';
import { ButtonLink } from '../../ui/button';
import { Card } from '../../ui/card';
import { Empty } from '../../ui/empty';
import { Loaded } from '../../ui/loaded';
import { quiet } from '../../ui/looks';
import { ConfirmButton } from './confirm-button';
import { RichText } from './rich-text';
import { notices } from './screens';

/** `pages/list/noticeDetail`: one notice, all of it. */
export default function NoticeDetail({ id }: Props<typeof notices.noticeDetail>) {
  const { nav, t } = useApp();
  const notice = useQuery(getNotice, { id });
  if (notice.failure?.kind === 'refused')
    return (
      <div role="alert">
        <Empty text={notice.failure.message}>
          <ButtonLink {...nav.link(notices.noticeList, {})}>{t('notices.titles.noticeList')}</ButtonLink>
        </Empty>
      </div>
    );
  return (
    <Loaded of={notice}>
      {({ title, publishedAt, body, lang, needsConfirm }) => (
        <Card as="article">
          <h2 lang={lang}>{title}</h2>
          <p className={quiet} style={{ margin: '4px 0 16px' }}>
            {dateTime(publishedAt)}
          </p>
          <RichText of={body} lang={lang} />
          {needsConfirm && (
            <div style={{ marginTop: 20 }}>
              <ConfirmButton id={id} />
            </div>
          )}
        </Card>
      )}
    </Loaded>
  );
}
