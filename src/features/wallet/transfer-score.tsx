import { css } from 'goober';
import { useState } from 'react';
import type { Recipient } from '../../contract/promotion';
import { balance } from '../../contract/session';
import { useApp } from '../../core/app';
import { whole } from '../../core/format';
import { useQuery } from '../../core/query';
import { Card, Section } from '../../ui/card';
import { Cell, Cells } from '../../ui/cell';
import { Empty } from '../../ui/empty';
import { Loaded } from '../../ui/loaded';
import { quiet } from '../../ui/looks';
import { FindRecipient } from './find-recipient';
import { wallet } from './screens';
import { type Given, TransferDone } from './transfer-done';
import { TransferForm } from './transfer-form';

const amount = css`
  font-weight: 600;
  font-size: 34px;
  line-height: 1.3;
`;

/** `pages/mine/transferScore`: promotion value to another member, whom the server names before anything is sent. */
export default function TransferScore() {
  const held = useQuery(balance, {});
  const [to, setTo] = useState<Recipient>();
  const [given, setGiven] = useState<Given>();
  if (given) {
    const again = () => {
      setTo(undefined);
      setGiven(undefined);
    };
    return <TransferDone given={given} again={again} />;
  }
  return (
    <Loaded of={held}>
      {({ promotionValue }) => (
        <>
          <Held amount={promotionValue} />
          {promotionValue > 0 && (
            <Section>
              {to ? (
                <TransferForm held={promotionValue} to={to} other={() => setTo(undefined)} done={setGiven} />
              ) : (
                <FindRecipient found={setTo} />
              )}
            </Section>
          )}
        </>
      )}
    </Loaded>
  );
}

/** What there is to give, and where it came from. */
function Held({ amount: held }: { amount: number }) {
  const { nav, t } = useApp();
  return (
    <>
      <Section>
        <Card hero {...nav.link(wallet.movements, { kind: 'promotion' })}>
          <p className={quiet}>{t('promotion.held')}</p>
          <p className={amount}>{whole(held)}</p>
        </Card>
      </Section>
      <Section>
        <Cells>
          <Cell label={t('promotion.records')} {...nav.link(wallet.rechargeRecord, {})} />
        </Cells>
      </Section>
      {held === 0 && <Empty text={t('promotion.nothing')} />}
    </>
  );
}
