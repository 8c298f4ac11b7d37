import type * as calls from '../../contract/orders';
import type * as rules from '../../contract/orders.rules';
import type { Handlers } from '../kernel/call-group';
import { type MessageName, translate } from '../kernel/messages';

/** Each dictionary's codes with their words, in the order to show them in. */
const dictionaries = {
  orderState: [
    ['0', 'dict_orderState_0'],
    ['-3', 'dict_orderState_-3'],
    ['1', 'dict_orderState_1'],
    ['-1', 'dict_orderState_-1'],
  ],
  payWay: [
    ['balance', 'dict_payWay_balance'],
    ['card', 'dict_payWay_card'],
    ['wechat', 'dict_payWay_wechat'],
    ['alipay', 'dict_payWay_alipay'],
    ['usdt', 'dict_payWay_usdt'],
    ['remittance', 'dict_payWay_remittance'],
    ['points', 'dict_payWay_points'],
    ['cloudBeans', 'dict_payWay_cloudBeans'],
  ],
  category: [
    ['machines', 'dict_category_machines'],
    ['membership', 'dict_category_membership'],
    ['goods', 'dict_category_goods'],
  ],
  idType: [
    ['residentId', 'dict_idType_residentId'],
    ['passport', 'dict_idType_passport'],
  ],
  accountType: [
    ['bank', 'dict_accountType_bank'],
    ['alipay', 'dict_accountType_alipay'],
    ['usdt', 'dict_accountType_usdt'],
  ],
} satisfies Record<string, [value: string, words: MessageName][]>;

export const dictionaryHandlers: Pick<Handlers<typeof calls, typeof rules>, 'getDict'> = {
  getDict: async ({ dictCode }, { locale }) => ({
    items: dictionaries[dictCode].map(([value, words]) => ({
      value: `${value}`,
      label: translate(locale, words as MessageName),
    })),
  }),
};
