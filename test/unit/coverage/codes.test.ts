import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { OrderState } from '../../../src/contract/buying/orders';
import { onlineLimit } from '../../../src/contract/buying/payments';
import { DeclarationStatus } from '../../../src/contract/member/declarations';
import { WithdrawalStatus } from '../../../src/contract/money/wallet';
import { WorkOrderStatus } from '../../../src/contract/support/work-orders';
import { requestTimeout } from '../../../src/contract/wire/limits';
import { chunkTimeout } from '../../../src/core/navigation/download';
import { rules } from '../../../src/server/rules/rules';

test('a withdrawal is applied, approved, rejected, remitted or revoked: 0 to 4', () =>
  assert.equal(WithdrawalStatus, { applied: 0, approved: 1, rejected: 2, remitted: 3, revoked: 4 }));

test('a declaration is submitted, confirmed or rejected: 1, 2, -1', () =>
  assert.equal(DeclarationStatus, { submitted: 1, confirmed: 2, rejected: -1 }));

test('an order waits, is paid, has failed or is being confirmed: 0, 1, -1, -3', () =>
  assert.equal(OrderState, { waiting: 0, successful: 1, failed: -1, confirming: -3 }));

test('a question is pending, processing or processed: 0, 1, 2', () =>
  assert.equal(WorkOrderStatus, { pending: 0, processing: 1, processed: 2 }));

test('the constants are those of the specification', () =>
  assert.equal(
    {
      requestTimeout,
      chunkTimeout,
      onlineLimit,
      unfreezeMachines: rules.unfreezeMachines.value,
    },
    {
      requestTimeout: 60_000,
      chunkTimeout: 120_000,
      onlineLimit: 50_000_00,
      unfreezeMachines: 100,
    },
  ));

test.run();
