import * as calls from '../../contract/orders';
import * as rules from '../../contract/orders.rules';
import type { Group } from '../calls';
import { buying } from './buying';
import { contract } from './contract';
import { dictionary } from './dictionary';
import { listing } from './listing';
import { packages } from './packages';
import { signing } from './sign';

export const ordersGroup: Group<typeof calls, typeof rules> = {
  calls,
  rules,
  handlers: { ...buying, ...listing, ...packages, ...contract, ...signing, ...dictionary },
};
