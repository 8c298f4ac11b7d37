import type { AreaName } from '../../../contract/desk/areas';
import type { Source, SourceNamed } from '../source';
import { batches } from './batches';
import { journal, months } from './books';
import { comments, posts } from './circle';
import { corrections } from './corrections';
import { disputes } from './disputes';
import { incidents } from './incidents';
import { invoicelines, invoices } from './invoices';
import { keeping } from './keeping';
import { accounts, declarations, members } from './members';
import { payments, remittances, transfers } from './payments';
import { people, proposals, trail } from './people';
import { providerrefunds } from './provider-refunds';
import { refunds } from './refunds';
import { banks, dictionaries, jobs, machines, partners, rules, settings } from './running';
import { coupons, orders, products } from './selling';
import { supply, videos } from './shops';
import { banklines, reconciliation, statements } from './statements';
import { answers, conversations, messages, notices, workorders } from './support';
import { withdrawals } from './withdrawals';

/** The source of each area's records; an area without a row does not compile. */
export const sources: Record<AreaName, Source> = {
  withdrawals,
  batches,
  remittances,
  refunds,
  providerrefunds,
  disputes,
  invoices,
  invoicelines,
  payments,
  transfers,
  banklines,
  statements,
  reconciliation,
  corrections,
  journal,
  months,
  orders,
  machines,
  workorders,
  conversations,
  members,
  declarations,
  posts,
  comments,
  accounts,
  products,
  coupons,
  supply,
  videos,
  notices,
  messages,
  answers,
  partners,
  incidents,
  people,
  rules,
  settings,
  keeping,
  banks,
  dictionaries,
  jobs,
  proposals: proposals((path) => sourceNamed(path)),
  trail,
};

/** The source of an area by the first word of an action. */
export const sourceNamed: SourceNamed = (path) =>
  Object.values(sources).find(({ area }) => area.path === path);
