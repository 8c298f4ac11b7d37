import { getNotice } from '../../contract/support/notices';
import { useApp } from '../../core/app';
import { useQuery } from '../../core/data/query';
import type { Props } from '../../core/navigation/route';
import { when } from '../../core/text/when';
import { ButtonLink } from '../../ui/button';
import { wrongDrawing } from '../../ui/display/drawings';
import { Empty } from '../../ui/feedback/empty';
import { Loaded } from '../../ui/feedback/loaded';
import { ActionBar } from '../../ui/layout/action-bar';
import { Card } from '../../ui/layout/card';
import { full, quiet } from '../../ui/styles';
import { ConfirmButton } from './confirm-button';
import { RichText } from './rich-text';
import * as notices from './routes';

/** `pages/list/noticeDetail`: a complete notice. */
export default function NoticeDetail({ id }: Props<typeof notices.noticeDetail>) {
  const app = useApp();
  const { nav, t } = app;
  const notice = useQuery(getNotice, { id });
  if (notice.failure?.kind === 'refused')
    return (
      <div role="alert">
        <Empty drawing={wrongDrawing} text={notice.failure.message}>
          <ButtonLink {...nav.link(notices.noticeList, {})}>{t('notices.titles.noticeList')}</ButtonLink>
        </Empty>
      </div>
    );
  return (
    <Loaded of={notice}>
      {({ title, publishedAt, body, lang, needsConfirm }) => (
        <div className={full}>
          <Card as="article">
            <h2 lang={lang}>{title}</h2>
            <p className={quiet} style={{ margin: '4px 0 16px' }}>
              {when(publishedAt, app)}
            </p>
            <RichText of={body} lang={lang} />
          </Card>
          {needsConfirm && (
            <ActionBar>
              <ConfirmButton id={id} />
            </ActionBar>
          )}
        </div>
      )}
    </Loaded>
  );
}
