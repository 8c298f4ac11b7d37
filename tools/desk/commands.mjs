import { archive } from './commands/archive.mjs';
import { books } from './commands/books.mjs';
import { incidents } from './commands/incidents.mjs';
import { invoices } from './commands/invoices.mjs';
import { machines } from './commands/machines.mjs';
import { members } from './commands/members.mjs';
import { messages } from './commands/messages.mjs';
import { nodes } from './commands/nodes.mjs';
import { orders } from './commands/orders.mjs';
import { partners } from './commands/partners.mjs';
import { corrections, payments, remittances } from './commands/payments.mjs';
import { people } from './commands/people.mjs';
import { posts } from './commands/posts.mjs';
import { products } from './commands/products.mjs';
import { running } from './commands/running.mjs';
import { rules, settings } from './commands/settings.mjs';
import { statements } from './commands/statements.mjs';
import { supply } from './commands/supply.mjs';
import { support } from './commands/support.mjs';
import { batches, withdrawals } from './commands/withdrawals.mjs';

/**
 * The commands of the back office in the order of the help text; `tools/desk/commands` has one file for each area of the desk.
 * @type {Record<string, import('./commands/request.mjs').Command>}
 */
export const commands = {
  ...people,
  ...remittances,
  ...orders,
  ...invoices,
  ...payments,
  ...support,
  ...withdrawals,
  ...batches,
  ...statements,
  ...corrections,
  ...books,
  ...messages,
  ...supply,
  ...partners,
  ...incidents,
  ...posts,
  ...products,
  ...rules,
  ...members,
  ...machines,
  ...settings,
  ...running,
  ...archive,
  ...nodes,
};
