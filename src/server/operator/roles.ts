import type { Role } from './tables';

interface Area {
  see: readonly Role[];
  act: readonly Role[];
}

const everybody: Role[] = ['support', 'finance', 'admin'];
const support: Role[] = ['support', 'admin'];
const finance: Role[] = ['finance', 'admin'];
const admin: Role[] = ['admin'];

/** By the first word of the address after `/operator/`, or by the whole of it. What is not named is the admins'. */
const areas: Record<string, Area> = {
  day: { see: everybody, act: admin },
  members: { see: everybody, act: support },
  'members/:account/leader': { see: admin, act: admin },
  conversations: { see: support, act: support },
  workorders: { see: support, act: support },
  posts: { see: support, act: support },
  declarations: { see: support, act: support },
  notices: { see: everybody, act: support },
  messages: { see: support, act: support },
  machines: { see: support, act: support },
  orders: { see: everybody, act: support },
  'orders/:id/refund': { see: finance, act: finance },
  remittances: { see: finance, act: finance },
  withdrawals: { see: finance, act: finance },
  payments: { see: finance, act: finance },
  transfers: { see: finance, act: finance },
  ledger: { see: [...finance, 'automation'], act: admin },
  jobs: { see: [...everybody, 'automation'], act: admin },
  products: { see: everybody, act: admin },
  coupons: { see: everybody, act: admin },
  supply: { see: everybody, act: admin },
  rules: { see: everybody, act: admin },
  settings: { see: everybody, act: admin },
  banks: { see: everybody, act: admin },
  dictionaries: { see: everybody, act: admin },
  proposals: { see: everybody, act: everybody },
  session: { see: [...everybody, 'automation'], act: everybody },
};

/** `withdrawals/:id/approve` of `/operator/withdrawals/:id/approve`. */
export const actionOf = (route: string | undefined): string => (route ?? '').replace(/^\/operator\//, '');

/** The areas that a role sees, by the first word of their addresses. */
export const areasOf = (role: Role): string[] =>
  [...Object.keys(areas), 'people', 'trail'].filter(
    (area) => !area.includes('/') && isAllowedTo(role, 'GET', area),
  );

/** Whether a role may send such a request. */
export function isAllowedTo(role: Role, method: string, action: string): boolean {
  const area = areas[action] ?? areas[action.split('/')[0] ?? ''] ?? { see: admin, act: admin };
  return (method === 'GET' || method === 'HEAD' ? area.see : area.act).includes(role);
}
