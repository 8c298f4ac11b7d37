import Button from 'antd-mobile/es/components/button';
import Empty from 'antd-mobile/es/components/empty';
import Grid from 'antd-mobile/es/components/grid';
import InfiniteScroll from 'antd-mobile/es/components/infinite-scroll';
import PullToRefresh from 'antd-mobile/es/components/pull-to-refresh';
import Result from 'antd-mobile/es/components/result';
import Skeleton from 'antd-mobile/es/components/skeleton';
import { useTranslation } from 'react-i18next';

export const money = (fen) => `¥${(fen / 100).toFixed(2).replace(/\B(?=(\d{3})+(?!\d)\.)/g, ',')}`;

/** Figures beside each other: pairs of a name and a value. */
export const Facts = ({ of }) => (
  <Grid columns={of.length} gap={8}>
    {of.map(([name, value]) => (
      <Grid.Item key={name}>
        <small>{name}</small>
        <br />
        <b>{value}</b>
      </Grid.Item>
    ))}
  </Grid>
);

export const Loading = () => (
  <div className="loading">
    <Skeleton.Title animated />
    <Skeleton.Paragraph lineCount={8} animated />
  </div>
);

export function Failed({ error, onRetry }) {
  const { t } = useTranslation();
  return (
    <>
      <Result status="error" title={t('states.failed')} description={error.message} />
      <div className="middle">
        <Button color="primary" onClick={() => onRetry()}>
          {t('states.retry')}
        </Button>
      </div>
    </>
  );
}

/** A list with all its states (`useList`): it loads, has failed, is empty, is refreshed by a pull, and goes on when it is scrolled. */
export function Rows({ of: list, empty, head, children }) {
  const { t } = useTranslation();
  if (list.isPending) return <Loading />;
  if (list.isError && !list.items) return <Failed error={list.error} onRetry={list.refetch} />;
  return (
    <PullToRefresh onRefresh={list.refetch}>
      {head}
      {list.items.length ? children(list.items) : (empty ?? <Empty description={t('states.empty')} />)}
      {list.hasNextPage && <InfiniteScroll hasMore loadMore={() => list.fetchNextPage()} />}
    </PullToRefresh>
  );
}
