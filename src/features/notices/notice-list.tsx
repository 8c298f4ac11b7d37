import { css } from 'goober';
import { listNotices } from '../../contract/support/notices';
import { useApp } from '../../core/app';
import { useList } from '../../core/data/list';
import { relative } from '../../core/text/format';
import { bellDrawing } from '../../ui/display/drawings';
import { bellIcon, noticeIcon } from '../../ui/display/icons';
import { Tag } from '../../ui/display/tag';
import { Empty } from '../../ui/feedback/empty';
import { Cell, Tile } from '../../ui/layout/cell';
import { ListView } from '../../ui/layout/list';
import * as notices from './routes';

/** The beginning of a notice: two lines of it. */
const beginning = css`
  display: -webkit-box;
  overflow: hidden;
  -webkit-box-orient: vertical;
  -webkit-line-clamp: 2;
`;

/** `pages/list/noticeList`: published notices, newest first. */
export default function NoticeList() {
  const app = useApp();
  const { nav, t } = app;
  const list = useList(listNotices, {});
  return (
    <ListView
      of={list}
      itemKey={({ id }) => id}
      layout="joined"
      empty={<Empty drawing={bellDrawing} text={t('notices.none')} />}
    >
      {({ id, title, excerpt, publishedAt, needsConfirm, lang }) => (
        <Cell
          icon={<Tile of={needsConfirm ? bellIcon : noticeIcon} />}
          label={<strong lang={lang}>{title}</strong>}
          note={
            <>
              <span className={beginning} lang={lang}>
                {excerpt}
              </span>
              {relative(publishedAt, app)} {needsConfirm && <Tag tone="warn">{t('notices.toConfirm')}</Tag>}
            </>
          }
          {...nav.link(notices.noticeDetail, { id })}
        />
      )}
    </ListView>
  );
}
