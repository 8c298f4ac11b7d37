import { type Expression, sql } from 'kysely';
import { TaskState } from '../../contract/buying/devices';
import { AccountState } from '../../contract/video/accounts';

/** Whether a task with that state is on a cloud phone that is online and has days left. */
const works = (machine: Expression<string | null>) => sql<boolean>`exists (
  select 1 from task t
  join machine m on m.id = t.machine
  join device_order o on o.serial_number = m.serial_number
  where t.machine = ${machine} and t.state = ${TaskState.running} and m.online and o.days_left > 0)`;

const isPaused = (machine: Expression<string | null>) =>
  sql<boolean>`exists (select 1 from task t where t.machine = ${machine} and t.state = ${TaskState.paused})`;

/** The contract's state of an account, derived from the state of its cloud phone. */
export const stateOf = (machine: Expression<string | null>, signedIn: Expression<boolean>) =>
  sql<AccountState>`case when not ${signedIn} then ${sql.lit(AccountState.signedOut)}
    when ${works(machine)} then ${sql.lit(AccountState.running)}
    when ${isPaused(machine)} then ${sql.lit(AccountState.paused)} else ${sql.lit(AccountState.waiting)} end`;
