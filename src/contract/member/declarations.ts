import { added } from '../wire/call';
import type { Page } from '../wire/page';
import type * as rules from './declarations.rules';

/** Spec §4. Submitted goes to confirmed or rejected; rejected goes back to submitted when it is corrected. */
export const DeclarationStatus = { submitted: 1, confirmed: 2, rejected: -1 } as const;
export type DeclarationStatus = (typeof DeclarationStatus)[keyof typeof DeclarationStatus];

/** An order made offline, declared by the member who made it (spec §3). */
export interface Declaration {
  id: string;
  /** The customer's registered account, and their nickname. */
  customerName: string;
  customerNickname: string;
  /** Masked in a list; complete in the answer of `get`. */
  customerPhone: string;
  /** Number of cloud phones. */
  quantity: number;
  /** Fen. */
  orderAmount: number;
  /** ISO 8601: when the customer paid. */
  payTime: string;
  /** Empty if there is none. */
  remark: string;
  /** Ids of the member's pictures. */
  attachment: string[];
  status: DeclarationStatus;
  /** The auditor's note; absent before the decision. */
  auditResult?: string;
  /** ISO 8601: when it was last submitted, and when it was decided. */
  submittedAt: string;
  decidedAt?: string;
}

/** An event of a declaration, in order. */
export interface DeclarationEvent {
  status: DeclarationStatus;
  text?: string;
  /** ISO 8601. */
  at: string;
}

/**
 * Submits a declaration. Refused (5001) with `problems.customerName` if the account does not exist, `problems.payTime` for a time in the
 * future.
 */
export const addDeclaration = added<typeof rules.addDeclaration, { id: string; status: DeclarationStatus }>(
  'txDeclaration/add',
  { once: true, stale: () => [listDeclarations, getDeclaration], embed: { scopes: ['declarations:write'] } },
);
/**
 * Corrects a rejected declaration and submits it again (-1 → 1). Refused (500) in any other status, or if it belongs to another member.
 */
export const editDeclaration = added<typeof rules.editDeclaration, { id: string; status: DeclarationStatus }>(
  'txDeclaration/edit',
  {
    once: 'latest',
    stale: () => [listDeclarations, getDeclaration],
    embed: { scopes: ['declarations:write'] },
  },
);
/** Newest first; `counts` of all, whatever `status` was requested. */
export const listDeclarations = added<
  typeof rules.listDeclarations,
  Page<Declaration> & { counts: { status: DeclarationStatus; count: number }[] }
>('txDeclaration/list', {
  oldest: '1 s',
  embed: {
    first: { declarations: {} },
    scopes: ['declarations:read'],
    fields: { customerName: 'public', customerNickname: 'public', customerPhone: 'private' },
  },
});
export const getDeclaration = added<
  typeof rules.getDeclaration,
  Declaration & { events: DeclarationEvent[] }
>('txDeclaration/get', {
  embed: {
    scopes: ['declarations:read'],
    fields: { customerName: 'public', customerNickname: 'public', customerPhone: 'private' },
  },
});
/**
 * Whether a customer's account exists: `nickname` and `level` only for a friend. Refused (500) after 60 lookups in an hour, so that it
 * cannot serve as a directory.
 */
export const findCustomer = added<
  typeof rules.findCustomer,
  { registered: boolean; nickname?: string; level?: 1 | 2 }
>('txDeclaration/customer', { embed: { scopes: ['declarations:write'], fields: { nickname: 'public' } } });
