import { migrations as accounts } from '../accounts/migrations';
import { migrations as accruals } from '../accruals/migrations';
import { migrations as addresses } from '../addresses/migrations';
import { migrations as agreements } from '../agreements/migrations';
import { migrations as ai } from '../ai/migrations';
import { migrations as session } from '../auth/migrations';
import { migrations as circle } from '../circle/migrations';
import { migrations as configuration } from '../configuration/migrations';
import { migrations as declarations } from '../declarations/migrations';
import { migrations as devices } from '../devices/migrations';
import { migrations as documents } from '../documents/migrations';
import { migrations as embed } from '../embed/migrations';
import { migrations as goods } from '../goods/migrations';
import { migrations as videos } from '../goods/videos/migrations';
import { migrations as conversation } from '../im/migrations';
import { migrations as ledger } from '../ledger/migrations';
import { migrations as metrics } from '../metrics/migrations';
import { migrations as notices } from '../notices/migrations';
import { migrations as operator } from '../operator/migrations';
import { migrations as orders } from '../orders/migrations';
import { migrations as partners } from '../partners/migrations';
import { migrations as payPassword } from '../pay-password/migrations';
import { migrations as payments } from '../payments/migrations';
import { migrations as phoneActions } from '../phone-actions/migrations';
import { migrations as privacy } from '../privacy/migrations';
import { migrations as products } from '../products/migrations';
import { migrations as reconciliation } from '../reconciliation/migrations';
import { migrations as screen } from '../screen/migrations';
import { migrations as share } from '../share/migrations';
import { migrations as upload } from '../upload/migrations';
import { migrations as batches } from '../wallet/batches/migrations';
import { migrations as corrections } from '../wallet/corrections/migrations';
import { migrations as wallet } from '../wallet/migrations';
import { migrations as payout } from '../wallet/payout/migrations';
import { migrations as support } from '../work-orders/migrations';
import { migrations as core } from './core-migrations';
import type { Migration } from './migration';

/** Every migration, in the order in which they run. Append new ones to the list of their folder. */
export const migrations: readonly Migration[] = [
  ...core,
  ...ledger,
  ...session,
  ...devices,
  ...accounts,
  ...circle,
  ...share,
  ...conversation,
  ...products,
  ...orders,
  ...payments,
  ...payout,
  ...notices,
  ...support,
  ...wallet,
  ...batches,
  ...corrections,
  ...reconciliation,
  ...ai,
  ...embed,
  ...payPassword,
  ...addresses,
  ...declarations,
  ...goods,
  ...videos,
  ...accruals,
  ...configuration,
  ...metrics,
  ...operator,
  ...upload,
  ...partners,
  ...privacy,
  ...documents,
  ...agreements,
  ...phoneActions,
  ...screen,
];
