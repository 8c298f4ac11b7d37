import { ownCurrency } from '../../contract/member/currencies';
import type * as calls from '../../contract/money/wallet';
import type * as rules from '../../contract/money/wallet.rules';
import { myInfo } from '../auth/members';
import type { Handlers } from '../kernel/call-group';
import { yuanPer } from '../settings/exchange-rates';

export const exchangeRateHandlers: Pick<Handlers<typeof calls, typeof rules>, 'exchangeRate'> = {
  async exchangeRate(_, ctx) {
    const currency = ownCurrency(await myInfo(ctx.db.run, ctx));
    const yuan = currency === 'CNY' ? undefined : yuanPer(currency, ctx.settings, ctx.now);
    return yuan === undefined ? {} : { currency, yuan };
  },
};
