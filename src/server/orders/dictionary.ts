import type * as calls from '../../contract/orders';
import type * as rules from '../../contract/orders.rules';
import type { Handlers } from '../calls';
import { type MessageName, say } from '../messages';

const dictionaries = {
  orderState: ['0', '-3', '1', '-1'],
  payWay: ['balance', 'card', 'wechat', 'alipay', 'usdt', 'remittance', 'points', 'cloudBeans'],
  category: ['machines', 'membership', 'goods'],
  idType: ['residentId', 'passport'],
} as const;

export const dictionary: Pick<Handlers<typeof calls, typeof rules>, 'getDict'> = {
  getDict: async ({ dictCode }, { locale }) => ({
    items: dictionaries[dictCode].map((value) => ({
      value,
      label: say(locale, `dict_${dictCode}_${value}` as MessageName),
    })),
  }),
};
