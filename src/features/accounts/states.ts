import { AccountState } from '../../contract/video/accounts';

/** The message keys of the states of an account, by their numbers. */
export const stateNames = ['waiting', 'running', 'paused', 'signedOut'] as const;
export type StateName = (typeof stateNames)[number];

export const stateOf = (name: StateName) => AccountState[name];

/** Whether it earns nothing until somebody acts: its tasks are paused, or it has to sign in again. */
export const isHeldUp = (state: AccountState) =>
  state === AccountState.paused || state === AccountState.signedOut;
