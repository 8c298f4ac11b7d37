import { type Expression, sql } from 'kysely';
import type { AccountState } from '../../contract/accounts';

/** Whether a task of that state is at hand on a cloud phone that is online and has days left. */
const works = (machine: Expression<string | null>) => sql<boolean>`exists (
  select 1 from task t
  join machine m on m.id = t.machine
  join device_order o on o.serial_number = m.serial_number
  where t.machine = ${machine} and t.state = 1 and m.online and o.days_left > 0)`;

const isPaused = (machine: Expression<string | null>) =>
  sql<boolean>`exists (select 1 from task t where t.machine = ${machine} and t.state = 2)`;

/** What the contract calls the state of an account, from what its cloud phone is at. */
export const stateOf = (machine: Expression<string | null>, signedIn: Expression<boolean>) =>
  sql<AccountState>`case when not ${signedIn} then 3 when ${works(machine)} then 1
    when ${isPaused(machine)} then 2 else 0 end`;
