import { useEffect, useState } from 'react';
import { type PayTicket, startPay, type UsdtPayee } from '../../../contract/payments';
import { isTronAddress, isTronBurnAddress } from '../../../contract/rules/tron';
import { useApp } from '../../../core/app';
import { useQuery } from '../../../core/data/query';
import type { Props } from '../../../core/navigation/screen';
import { usdt } from '../../../core/text/usdt';
import { Button, ButtonLink } from '../../../ui/button';
import { Tag } from '../../../ui/display/tag';
import { Loaded } from '../../../ui/feedback/loaded';
import { hint } from '../../../ui/field/hint';
import { Card, Section } from '../../../ui/layout/card';
import { quiet, row } from '../../../ui/styles';
import { orders } from '../screens';
import { stack } from '../styles';
import { Qr } from './qr';
import { Refused } from './refused';

/** `pages/mine/orderAddress`: paying with USDT, exactly this much, to exactly this address, until the deadline. */
export default function UsdtPayment({ orderNo }: Props<typeof orders.orderAddress>) {
  const { nav, t } = useApp();
  const ticket = useQuery(startPay, { orderNo });
  if (ticket.failure?.kind === 'refused') return <Refused failure={ticket.failure} />;
  return (
    <Loaded of={ticket}>
      {(data) =>
        data.way === 'usdt' ? (
          <Payee ticket={data} />
        ) : (
          <div className={stack}>
            <ButtonLink {...nav.link(orders.pay, { orderNo })}>{t('orders.pay.now')}</ButtonLink>
          </div>
        )
      }
    </Loaded>
  );
}

/** Whole seconds until `deadline`, by the server's clock. */
function useLeft(deadline: string): number {
  const { wire } = useApp();
  const left = () => Math.max(0, Math.ceil((Date.parse(deadline) - Date.now() - wire.clock.ahead) / 1000));
  const [seconds, setSeconds] = useState(left);
  useEffect(() => {
    const timer = setInterval(() => setSeconds(left()), 1000);
    return () => clearInterval(timer);
  }, [deadline]);
  return seconds;
}

const clock = (seconds: number) =>
  [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60]
    .map((part) => String(part).padStart(2, '0'))
    .join(':');

function Payee({ ticket }: { ticket: PayTicket & UsdtPayee & { way: 'usdt' } }) {
  const { nav, platform, t } = useApp();
  const { orderNo, address, url } = ticket;
  const left = useLeft(ticket.deadline);
  const result = (
    <ButtonLink {...nav.link(orders.paymentResult, { orderNo })} kind="primary">
      {t('usdt.sent')}
    </ButtonLink>
  );
  if (!isTronAddress(address) || isTronBurnAddress(address)) {
    return (
      <p className={hint} role="alert">
        {t('usdt.wrong')}
      </p>
    );
  }
  if (!left) {
    return (
      <>
        <p className={hint} role="alert">
          {t('usdt.over')}
        </p>
        <div className={stack}>{result}</div>
      </>
    );
  }
  return (
    <>
      <Section>
        <Card>
          <p className={quiet}>
            {t('usdt.amount')} {ticket.sandbox && <Tag tone="warn">{t('orders.sandbox')}</Tag>}
          </p>
          <Copied text={usdt(ticket.amount)} large what={t('usdt.copyAmount')}>
            {' '}
            USDT
          </Copied>
          <Qr text={address} label={t('usdt.qr')} />
          <p className={quiet}>{t('usdt.address')}</p>
          <Copied text={address} what={t('usdt.copyAddress')} />
          <p className={quiet} style={{ marginTop: 12 }}>
            {t('usdt.contract', { contract: ticket.contract })}
          </p>
        </Card>
        <p className={hint}>{t('usdt.exact')}</p>
      </Section>
      <div className={stack}>
        <p style={{ textAlign: 'center' }} role="timer">
          {t('usdt.left', { time: clock(left) })}
        </p>
        {result}
        {url && <Button onClick={() => platform.leave(url)}>{t('usdt.sandbox')}</Button>}
      </div>
    </>
  );
}

/** A text to be used elsewhere, whole, with a button that copies it where that can be done. */
function Copied({
  text,
  what,
  large,
  children,
}: {
  text: string;
  what: string;
  large?: boolean;
  children?: string | string[];
}) {
  const { toasts, platform, t } = useApp();
  const copy = async () => {
    const done = await platform.copy?.(text);
    toasts.show(t(done ? 'usdt.copied' : 'usdt.notCopied'));
  };
  return (
    <div className={row} style={{ flexWrap: 'wrap', justifyContent: 'space-between' }}>
      <strong style={{ flex: '1 1 160px', overflowWrap: 'anywhere', fontSize: large ? 22 : 15 }}>
        <span data-copy="">{text}</span>
        {children}
      </strong>
      {platform.copy && (
        <Button small aria-label={what} onClick={() => void copy()}>
          {t('usdt.copy')}
        </Button>
      )}
    </div>
  );
}
