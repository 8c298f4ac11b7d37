import { useState } from 'react';
import { balance } from '../../../contract/member/auth';
import type { Recipient } from '../../../contract/money/promotion';
import { useApp } from '../../../core/app';
import { useQuery } from '../../../core/data/query';
import { integer } from '../../../core/text/format';
import { Amount } from '../../../ui/display/amount';
import { moneyDrawing } from '../../../ui/display/drawings';
import { Icon } from '../../../ui/display/icon';
import { chevronIcon } from '../../../ui/display/icons';
import { Empty } from '../../../ui/feedback/empty';
import { Loaded } from '../../../ui/feedback/loaded';
import { Card } from '../../../ui/layout/card';
import { Cell, Cells } from '../../../ui/layout/cell';
import { Section } from '../../../ui/layout/section';
import { quiet, row } from '../../../ui/styles';
import * as wallet from '../routes';
import { FindRecipient } from './find-recipient';
import { type Transfer, TransferDone } from './transfer-done';
import { TransferForm } from './transfer-form';

/** `pages/mine/transferScore`: transfers promotion value to another member, whom the server names before anything is sent. */
export default function TransferScore() {
  const held = useQuery(balance, {});
  const [to, setTo] = useState<Recipient>();
  const [given, setGiven] = useState<Transfer>();
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

/** The available value, and a link to its movements. */
function Held({ amount: held }: { amount: number }) {
  const { nav, t } = useApp();
  return (
    <>
      <Section>
        <Card night {...nav.link(wallet.movements, { kind: 'promotion' })}>
          <div className={row} style={{ justifyContent: 'space-between' }}>
            <div style={{ minWidth: 0 }}>
              <p className={quiet}>{t('promotion.held')}</p>
              <Amount of={integer(held)} size="figure" />
            </div>
            <Icon of={chevronIcon} size={16} />
          </div>
        </Card>
      </Section>
      <Section>
        <Cells>
          <Cell label={t('promotion.records')} {...nav.link(wallet.rechargeRecord, {})} />
        </Cells>
      </Section>
      {held === 0 && <Empty drawing={moneyDrawing} text={t('promotion.nothing')} />}
    </>
  );
}
