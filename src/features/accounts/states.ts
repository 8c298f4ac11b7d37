import { AccountState } from '../../contract/video/accounts';

/** What the messages call the states of an account, by their numbers. */
export const stateNames = ['waiting', 'running', 'paused', 'signedOut'] as const;
export type StateName = (typeof stateNames)[number];

export const stateOf = (name: StateName) => AccountState[name];

/** Whether it earns nothing until somebody does something: its tasks are paused, or it has to sign in again. */
export const isHeldUp = (state: AccountState) =>
  state === AccountState.paused || state === AccountState.signedOut;
