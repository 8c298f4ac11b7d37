import type { Action, Area, Role } from '../contract/desk/area';
import { areaNamed, mayAct } from '../contract/desk/areas';
import type { Item } from './api';

/** Actions that a role may perform on a record in its current state. */
export const actionsFor = (area: Area, role: Role, record: Item): [string, Action][] =>
  Object.entries<Action>(area.actions).filter(
    ([name, { makes, when = {} }]) =>
      !makes &&
      mayAct(area, name, role) &&
      Object.entries(when).every(([field, values]) =>
        values.some((one) =>
          one === '*' ? record[field] !== undefined : one === (record[field] ?? undefined),
        ),
      ),
  );

/** Actions that create a record. */
export const makingFor = (area: Area, role: Role): [string, Action][] =>
  Object.entries<Action>(area.actions).filter(([name, { makes }]) => makes && mayAct(area, name, role));

/** Actions for several records at once. */
export const manyFor = (area: Area, role: Role): [string, Action][] =>
  Object.entries<Action>(area.actions).filter(([name, { many }]) => many && mayAct(area, name, role));

/** Areas whose records a role may make of selected records of this area. */
export const gatheringFor = ({ gathered = [] }: Area, role: Role) =>
  gathered.filter(({ by }) => {
    const other = areaNamed(by);
    return other && mayAct(other, 'add', role);
  });
