import { type Area, admin, everybody, finance, type Role } from '../../contract/desk/area';
import { areaNamed, areas, mayAct } from '../../contract/desk/areas';

/** Routes that belong to no area, by their first segment. Routes that are listed nowhere are for admins. */
const others: Record<string, Pick<Area, 'see' | 'act'>> = {
  areas: { see: everybody, act: admin },
  day: { see: everybody, act: admin },
  figures: { see: everybody, act: admin },
  search: { see: everybody, act: admin },
  presence: { see: everybody, act: everybody },
  ledger: { see: [...finance, 'automation'], act: admin },
  session: { see: [...everybody, 'automation'], act: everybody },
};

/** `withdrawals/:id/approve` for `/operator/withdrawals/:id/approve`. */
export const actionOf = (route: string | undefined): string => (route ?? '').replace(/^\/operator\//, '');

/** The areas that a role sees, by the first segment of their routes. */
export const areasOf = (role: Role): string[] =>
  [...Object.keys(areas), ...Object.keys(others)].filter((area) => isAllowedTo(role, 'GET', area));

/** Whether a role may send such a request. */
export function isAllowedTo(role: Role, method: string, action: string): boolean {
  const [path = '', ...rest] = action.split('/');
  const area = areaNamed(path) ?? others[path] ?? { see: admin, act: admin };
  if (method === 'GET' || method === 'HEAD') return area.see.includes(role);
  const last = rest.at(-1) ?? 'add';
  // read access to a record permits notes on it
  if (last === 'notes') return area.see.includes(role);
  return 'actions' in area
    ? mayAct(area as Area, last.startsWith(':') ? 'change' : last, role)
    : area.act.includes(role);
}
