import * as calls from '../../contract/orders';
import * as rules from '../../contract/orders.rules';
import { buying } from '../checkout/buy';
import type { Group } from '../kernel/call-group';
import { contract } from './contract';
import { dictionary } from './dictionary';
import { listing } from './list-orders';
import { packages } from './list-packages';
import { signing } from './sign';

export const ordersGroup: Group<typeof calls, typeof rules> = {
  calls,
  rules,
  handlers: { ...buying, ...listing, ...packages, ...contract, ...signing, ...dictionary },
};
