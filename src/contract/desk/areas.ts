import type { Area, Role } from './area';
import { journal, months } from './areas/books';
import { corrections } from './areas/corrections';
import { disputes } from './areas/disputes';
import { incidents } from './areas/incidents';
import { invoicelines, invoices } from './areas/invoices';
import { keeping } from './areas/keeping';
import { accounts, comments, declarations, members, posts } from './areas/members';
import { payments, remittances, transfers, withdrawals } from './areas/money';
import { batches } from './areas/payouts';
import { people, proposals, trail } from './areas/people';
import { providerrefunds } from './areas/provider-refunds';
import {
  banks,
  dictionaries,
  jobs,
  machines,
  partners,
  rules,
  settings,
  supply,
  videos,
} from './areas/running';
import { coupons, orders, products, refunds } from './areas/selling';
import { banklines, reconciliation, statements } from './areas/statements';
import { answers, conversations, messages, notices, workorders } from './areas/support';

/** The areas of the back office by the groups of its menu, daily tasks first. An area that is in no group does not exist. */
export const menu = {
  money: {
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
    proposals,
  },
  selling: { orders, machines, products, coupons, supply, videos },
  members: { conversations, workorders, members, declarations, accounts, posts, comments, answers },
  telling: { notices, messages },
  running: { partners, incidents, people, rules, settings, keeping, banks, dictionaries, jobs, trail },
} as const satisfies Record<string, Record<string, Area>>;

export const areas = {
  ...menu.money,
  ...menu.selling,
  ...menu.members,
  ...menu.telling,
  ...menu.running,
} as const satisfies Record<string, Area>;

export type AreaName = keyof typeof areas;

export const areaNames = /* @__PURE__ */ Object.keys(areas) as AreaName[];

/** The area with this name, if there is one. */
export const areaNamed = (name: string): Area | undefined => (areas as Readonly<Record<string, Area>>)[name];

/** Whether a role may perform an action of an area. */
export const mayAct = (area: Area, action: string, role: Role): boolean =>
  (area.actions[action]?.act ?? area.act).includes(role);
