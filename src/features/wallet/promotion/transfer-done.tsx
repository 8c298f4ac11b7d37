import { css } from 'goober';
import { useEffect, useRef } from 'react';
import type { Recipient } from '../../../contract/money/promotion';
import { useApp } from '../../../core/app';
import { integer } from '../../../core/text/format';
import { Button, ButtonLink } from '../../../ui/button';
import { Drawing } from '../../../ui/display/drawing';
import { doneDrawing } from '../../../ui/display/drawings';
import { middle, quiet } from '../../../ui/styles';
import * as wallet from '../routes';

const head = css`
  outline: none;
`;

export interface Transfer {
  amount: number;
  to: Recipient;
  /** The member's remaining value. */
  left: number;
}

/** The result of the transfer. */
export function TransferDone({ given: { amount, to, left }, again }: { given: Transfer; again(): void }) {
  const { nav, t } = useApp();
  const headRef = useRef<HTMLDivElement>(null);
  useEffect(() => headRef.current?.focus(), []); // the element that had it is gone
  return (
    <div className={middle}>
      <Drawing of={doneDrawing} />
      <div ref={headRef} className={head} role="status" tabIndex={-1}>
        <h2>{t('promotion.done.title')}</h2>
        <p>{t('promotion.done.text', { amount: integer(amount), name: to.nickname })}</p>
        <p className={quiet}>{t('promotion.done.left', { amount: integer(left) })}</p>
      </div>
      <ButtonLink kind="primary" {...nav.link(wallet.rechargeRecord, {})}>
        {t('promotion.records')}
      </ButtonLink>
      {left > 0 && <Button onClick={again}>{t('promotion.done.again')}</Button>}
    </div>
  );
}
