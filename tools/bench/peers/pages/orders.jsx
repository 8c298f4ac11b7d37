import Dialog from 'antd-mobile/es/components/dialog';
import Tabs from 'antd-mobile/es/components/tabs';
import Tag from 'antd-mobile/es/components/tag';
import { useState } from 'react';
import { uuid } from '../../../../src/contract/wire/uuid.ts';
import {
  Button,
  Card,
  call,
  Empty,
  Image,
  money,
  NavBar,
  Rows,
  Toast,
  useList,
  useMutation,
  useQueryClient,
  useTranslation,
} from '../common.js';

const states = { waiting: 0, successful: 1, failed: -1, confirming: -3 };
const names = Object.fromEntries(Object.entries(states).map(([name, state]) => [state, name]));
const colors = { 0: 'warning', 1: 'success', '-1': 'default', '-3': 'primary' };

/** Points and cloud beans are whole numbers. */
const amountOf = ({ currency, total }) => (currency === 'money' ? money(total) : total);

function Line({ of }) {
  return (
    <div className="row">
      <Image src={of.picture} width={52} height={52} lazy alt="" />
      <span>{of.name}</span>
      <span className="muted">× {of.quantity}</span>
    </div>
  );
}

function Order({ of }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const cancel = useMutation({
    mutationFn: () => call('txOrder/cancel', { orderNo: of.orderNo, requestKey: uuid() }),
    onSuccess() {
      Toast.show({ icon: 'success', content: t('orders.canceled') });
      return client.invalidateQueries({ queryKey: ['txOrder/list'] });
    },
  });
  const ask = async () => {
    if (await Dialog.confirm({ content: t('orders.really') })) cancel.mutate();
  };
  const pieces = of.lines.reduce((sum, { quantity }) => sum + quantity, 0);
  return (
    <Card title={of.orderNo} extra={<Tag color={colors[of.state]}>{t(`orders.${names[of.state]}`)}</Tag>}>
      {of.lines.map((line) => (
        <Line key={line.productId} of={line} />
      ))}
      <p className="row">
        <span className="muted">{of.createdAt.slice(0, 16).replace('T', ' ')}</span>
        <span>{t('orders.pieces', { count: pieces })}</span>
        <b className="price">{amountOf(of)}</b>
      </p>
      {of.state === states.waiting && (
        <Button size="small" loading={cancel.isPending} onClick={ask}>
          {t('orders.cancel')}
        </Button>
      )}
    </Card>
  );
}

export default function Orders() {
  const { t } = useTranslation();
  const [name, setName] = useState('all');
  const list = useList('txOrder/list', name === 'all' ? {} : { state: states[name] });
  return (
    <>
      <NavBar back={null}>{t('tabs.orders')}</NavBar>
      <Tabs activeKey={name} onChange={setName}>
        {['all', ...Object.keys(states)].map((one) => (
          <Tabs.Tab key={one} title={t(`orders.${one}`)} />
        ))}
      </Tabs>
      <div className="content">
        <Rows of={list} empty={<Empty description={t('orders.empty')} />}>
          {(orders) => (
            <div className="cards">
              {orders.map((order) => (
                <Order key={order.orderNo} of={order} />
              ))}
            </div>
          )}
        </Rows>
      </div>
    </>
  );
}
