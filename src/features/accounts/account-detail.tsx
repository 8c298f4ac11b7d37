import { css } from 'goober';
import { useState } from 'react';
import { type AccountDetail, tiktokDetail, tiktokGraph, unlinkTiktok } from '../../contract/video/accounts';
import { listGrabRecords } from '../../contract/video/logs';
import { useApp } from '../../core/app';
import { useConfirmedMutation } from '../../core/data/confirmed-mutation';
import { useList } from '../../core/data/list';
import { fetchOrThrow, useQuery } from '../../core/data/query';
import type { Props } from '../../core/navigation/route';
import { integer } from '../../core/text/format';
import { Button } from '../../ui/button';
import { Icon } from '../../ui/display/icon';
import { editIcon } from '../../ui/display/icons';
import { Skeleton } from '../../ui/feedback/skeleton';
import { Trouble } from '../../ui/feedback/trouble';
import { ScreenBar } from '../../ui/layout/bar';
import { ListView } from '../../ui/layout/list';
import { Night } from '../../ui/layout/night';
import { Section } from '../../ui/layout/section';
import { hidden, red, target } from '../../ui/styles';
import * as logs from '../logs/routes';
import { AccountFigures } from './account-figures';
import { CoinChart, type Range, rangeDays } from './coin-chart';
import { RecordRow } from './record-row';
import * as accounts from './routes';

const foot = css`
  margin-top: 16px;
  text-align: center;
`;

/** `pages/member/memberDetail`: an account with its daily earnings and latest records. */
export default function Detail({ id }: Props<typeof accounts.detail>) {
  const { nav, t } = useApp();
  const [range, setRange] = useState<Range>('d30');
  const detail = useQuery(tiktokDetail, { id });
  const graph = useQuery(tiktokGraph, { id, days: rangeDays[range] });
  const records = useList(listGrabRecords, { accountId: id });
  const { value, failure } = detail;
  if (!value)
    return (
      <>
        <ScreenBar />
        {failure ? (
          <Trouble failure={failure} retry={() => void detail.refresh()} />
        ) : (
          <Skeleton kind="detail" />
        )}
      </>
    );
  const refresh = async () => {
    await Promise.all([detail.refresh(), graph.refresh(), records.refresh()]);
  };
  const edit = (
    <a className={target} {...nav.link(accounts.add, { id })}>
      <Icon of={editIcon} size={24} />
      <span className={hidden}>{t('accounts.edit')}</span>
    </a>
  );
  return (
    <ListView
      of={{ ...records, refresh }}
      layout="joined"
      itemKey={(record) => record.id}
      empty={t('accounts.noRecords')}
      head={
        <>
          <Night action={edit}>
            <CoinChart of={value} points={graph.value?.points} range={range} onRange={setRange} />
          </Night>
          <AccountFigures of={value} />
          <Unlink of={value} />
          <Section
            title={t('accounts.records')}
            action={
              <a className={target} {...nav.link(logs.order, {})}>
                {t('accounts.all')}
              </a>
            }
          />
        </>
      }
    >
      {(record) => <RecordRow record={record} />}
    </ListView>
  );
}

function Unlink({ of: { id, nickname, coins } }: { of: AccountDetail }) {
  const { nav, send, t } = useApp();
  const { pending, mutate } = useConfirmedMutation<string>({
    async act(id) {
      await fetchOrThrow(send, unlinkTiktok, { ids: [id] }, 'now');
      return t('accounts.didUnlink');
    },
    done: () => nav.back(accounts.list),
  });
  const question = {
    title: t('accounts.unlinkTitle', { nickname }),
    text: t('accounts.unlinkText', { count: integer(coins) }),
    yes: t('accounts.unlink'),
    no: t('common.cancel'),
    danger: true,
  };
  return (
    <div className={foot}>
      <Button kind="quiet" small busy={!!pending} style={red} onClick={() => void mutate(id, question)}>
        {t('accounts.unlink')}
      </Button>
    </div>
  );
}
