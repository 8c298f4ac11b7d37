import { type Contract, getContract, listOrders, OrderState } from '../../../contract/buying/orders';
import { useApp } from '../../../core/app';
import { useList } from '../../../core/data/list';
import { useQuery } from '../../../core/data/query';
import { fileAddress } from '../../../core/http/file-address';
import type { Props } from '../../../core/navigation/route';
import { exact } from '../../../core/text/when';
import { ButtonLink } from '../../../ui/button';
import { Tag } from '../../../ui/display/tag';
import { Loaded } from '../../../ui/feedback/loaded';
import { Card } from '../../../ui/layout/card';
import { ListView } from '../../../ui/layout/list';
import { Section } from '../../../ui/layout/section';
import { quiet, row } from '../../../ui/styles';
import { FirstAccount } from '../first-account';
import { Refused } from '../pay/refused';
import { useFilteredList } from '../queries';
import * as orders from '../routes';
import { stack } from '../styles';

/** `pages/mine/signTask`: the contract of an order, to read before signing; without an order, all contracts. */
export default function SignTask({ orderNo }: Props<typeof orders.signTask>) {
  return orderNo ? <Reading orderNo={orderNo} /> : <Contracts />;
}

function Contracts() {
  const app = useApp();
  const { nav, t } = app;
  const list = useFilteredList(
    useList(listOrders, { state: OrderState.successful }),
    ({ contract }) => contract !== 'none',
  );
  return (
    <ListView of={list} itemKey={({ orderNo }) => orderNo} empty={t('packages.noContracts')}>
      {({ orderNo, lines, contract, createdAt }) => (
        <Card {...nav.link(orders.signTask, { orderNo })}>
          <div className={row} style={{ justifyContent: 'space-between' }}>
            <strong style={{ minWidth: 0, marginRight: 8 }}>
              {lines.map(({ name }) => name).join(', ')}
            </strong>
            <span style={{ flex: 'none' }}>
              <Tag tone={contract === 'signed' ? 'good' : 'warn'}>
                {t(contract === 'signed' ? 'orders.contract.signed' : 'orders.contract.unsigned')}
              </Tag>
            </span>
          </div>
          <p className={quiet}>
            {orderNo}
            <br />
            {exact(createdAt, app)}
          </p>
        </Card>
      )}
    </ListView>
  );
}

function Reading({ orderNo }: { orderNo: string }) {
  const contract = useQuery(getContract, { orderNo });
  if (contract.failure?.kind === 'refused') return <Refused failure={contract.failure} />;
  return <Loaded of={contract}>{(data) => <Text contract={data} />}</Loaded>;
}

function Text({ contract }: { contract: Contract }) {
  const app = useApp();
  const { nav, t, wire } = app;
  const { orderNo, title, text, signed } = contract;
  return (
    <>
      <Section>
        <Card>
          <h2>{title}</h2>
          <p className={quiet}>{orderNo}</p>
          {text.map((paragraph, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: paragraphs never change places
            <p key={at} style={{ marginTop: 12 }}>
              {paragraph}
            </p>
          ))}
        </Card>
      </Section>
      {signed ? (
        <Section title={t('orders.contract.signed')}>
          <Card>
            {signed.name && (
              <p>
                {signed.name} · {signed.idNumber}
              </p>
            )}
            <p className={quiet}>{exact(signed.at, app)}</p>
            {signed.signature && (
              <img
                src={fileAddress(wire, signed.signature)}
                alt={t('orders.titles.signature')}
                style={{ maxWidth: '100%', height: 120, marginTop: 12, background: '#fff', borderRadius: 12 }}
              />
            )}
          </Card>
          <div className={stack}>
            <FirstAccount primary />
          </div>
        </Section>
      ) : (
        <div className={stack}>
          <ButtonLink kind="primary" {...nav.link(orders.signature, { orderNo })}>
            {t('orders.contract.sign')}
          </ButtonLink>
        </div>
      )}
    </>
  );
}
