import { ownCurrency } from '../../contract/member/currencies';
import { exchangeRate } from '../../contract/money/wallet';
import { useApp } from '../../core/app';
import { useQuery } from '../../core/data/query';
import { approx } from '../../core/text/approx';
import { quiet } from '../styles';

/** An amount in fen in the member's own currency, beside the yuan; nothing without a rate. */
export function Approx({ of }: { of: number | undefined }) {
  const { session } = useApp();
  const member = session.userInfo.value;
  return member && of && ownCurrency(member) !== 'CNY' ? <Known fen={of} /> : null;
}

function Known({ fen }: { fen: number }) {
  const { value } = useQuery(exchangeRate, {});
  const text = value && approx(fen, value);
  return text ? <span className={quiet}>{text}</span> : null;
}
