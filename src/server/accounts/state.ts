import { type Expression, sql } from 'kysely';
import { TaskState } from '../../contract/buying/devices';
import { AccountState } from '../../contract/video/accounts';

/** The cloud phone of an account, as expressions of a query. */
interface Phone {
  member: Expression<string>;
  machine: Expression<string | null>;
}

/** Whether a task with that state is on a cloud phone that is online and has days left. */
const works = ({ member, machine }: Phone) => sql<boolean>`exists (
  select 1 from task t
  join machine m on m.id = t.machine and m.member = t.member
  join device_order o on o.serial_number = m.serial_number and o.member = m.member
  where t.member = ${member} and t.machine = ${machine} and t.state = ${TaskState.running} and m.online and o.days_left > 0)`;

const isPaused = ({ member, machine }: Phone) =>
  sql<boolean>`exists (
  select 1 from task t where t.member = ${member} and t.machine = ${machine} and t.state = ${TaskState.paused})`;

/** The contract's state of an account, derived from the state of its cloud phone. */
export const stateOf = (phone: Phone, signedIn: Expression<boolean>) =>
  sql<AccountState>`case when not ${signedIn} then ${sql.lit(AccountState.signedOut)}
    when ${works(phone)} then ${sql.lit(AccountState.running)}
    when ${isPaused(phone)} then ${sql.lit(AccountState.paused)} else ${sql.lit(AccountState.waiting)} end`;
