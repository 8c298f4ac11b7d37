import type { Action, Area, Role } from '../contract/desk/area';
import { mayAct } from '../contract/desk/areas';
import type { Item } from './api';

/** Actions that somebody of a role may do to a record as it is now. */
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

/** Actions that make a record. */
export const makingFor = (area: Area, role: Role): [string, Action][] =>
  Object.entries<Action>(area.actions).filter(([name, { makes }]) => makes && mayAct(area, name, role));

/** Actions that may be done to several records at once. */
export const manyFor = (area: Area, role: Role): [string, Action][] =>
  Object.entries<Action>(area.actions).filter(([name, { many }]) => many && mayAct(area, name, role));
