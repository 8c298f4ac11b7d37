import { spread as accounts } from '../accounts/tables';
import { spread as accruals } from '../accruals/tables';
import { spread as addresses } from '../addresses/tables';
import { spread as agreements } from '../agreements/tables';
import { spread as ai } from '../ai/tables';
import { spread as auth } from '../auth/tables';
import { spread as circle } from '../circle/tables';
import { spread as configuration } from '../configuration/tables';
import { spread as db } from '../db/tables';
import { spread as declarations } from '../declarations/tables';
import { spread as delivery } from '../delivery/tables';
import { spread as devices } from '../devices/tables';
import { spread as documents } from '../documents/tables';
import { spread as embed } from '../embed/tables';
import { spread as goods } from '../goods/tables';
import { spread as videos } from '../goods/videos/tables';
import { spread as http } from '../http/tables';
import { spread as im } from '../im/tables';
import { spread as jobs } from '../jobs/tables';
import { spread as kernel } from '../kernel/tables';
import { spread as ledger } from '../ledger/tables';
import { spread as metrics } from '../metrics/tables';
import { spread as notices } from '../notices/tables';
import { spread as operator } from '../operator/tables';
import { spread as orders } from '../orders/tables';
import { spread as partners } from '../partners/tables';
import { spread as payPassword } from '../pay-password/tables';
import { spread as payments } from '../payments/tables';
import { spread as phoneActions } from '../phone-actions/tables';
import { spread as pictures } from '../pictures/tables';
import { spread as privacy } from '../privacy/tables';
import { spread as products } from '../products/tables';
import { spread as reconciliation } from '../reconciliation/tables';
import { spread as rules } from '../rules/tables';
import { spread as screen } from '../screen/tables';
import { spread as share } from '../share/tables';
import { spread as upload } from '../upload/tables';
import { spread as batches } from '../wallet/batches/tables';
import { spread as corrections } from '../wallet/corrections/tables';
import { spread as payout } from '../wallet/payout/tables';
import { spread as wallet } from '../wallet/tables';
import { spread as workOrders } from '../work-orders/tables';
import type { SpreadOf } from './spread';
import type { Tables } from './tables';

/** The place of each table of the schema, as its room declares it. */
export const places: SpreadOf<Tables> = {
  ...accounts,
  ...accruals,
  ...addresses,
  ...agreements,
  ...ai,
  ...auth,
  ...circle,
  ...configuration,
  ...db,
  ...declarations,
  ...delivery,
  ...devices,
  ...documents,
  ...embed,
  ...goods,
  ...videos,
  ...http,
  ...im,
  ...jobs,
  ...kernel,
  ...ledger,
  ...metrics,
  ...notices,
  ...operator,
  ...orders,
  ...partners,
  ...payPassword,
  ...payments,
  ...phoneActions,
  ...screen,
  ...pictures,
  ...privacy,
  ...products,
  ...reconciliation,
  ...rules,
  ...share,
  ...upload,
  ...wallet,
  ...batches,
  ...corrections,
  ...payout,
  ...workOrders,
};
