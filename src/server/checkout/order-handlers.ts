import * as calls from '../../contract/orders';
import * as rules from '../../contract/orders.rules';
import type { Group } from '../kernel/call-group';
import { contract } from '../orders/contract';
import { dictionary } from '../orders/dictionary';
import { packages } from '../orders/list-packages';
import { signing } from '../orders/sign';
import { buying } from './buy';
import { listing } from './list-orders';

export const ordersGroup: Group<typeof calls, typeof rules> = {
  calls,
  rules,
  handlers: { ...buying, ...listing, ...packages, ...contract, ...signing, ...dictionary },
};
