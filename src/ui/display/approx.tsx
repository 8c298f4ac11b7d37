import { ownCurrency } from '../../contract/member/currencies';
import { exchangeRate } from '../../contract/money/wallet';
import { useApp } from '../../core/app';
import { useLastingQuery } from '../../core/data/lasting-query';
import { approx } from '../../core/text/approx';
import { quiet } from '../styles';

/**
 * An amount in fen in the member's own currency, on a line of its own below the yuan, which is empty without a rate: nothing moves when
 * one arrives.
 */
export function Approx({ of }: { of: number | undefined }) {
  const { session } = useApp();
  const member = session.userInfo.value;
  return member && ownCurrency(member) !== 'CNY' && <Known fen={of} />;
}

/** Milliseconds for which a rate is used: it has a day, not a minute. */
const rateMs = 600_000;

function Known({ fen }: { fen: number | undefined }) {
  const { value } = useLastingQuery(exchangeRate, {}, rateMs);
  return <p className={quiet}>{approx(fen, value) || '\u00a0'}</p>;
}
