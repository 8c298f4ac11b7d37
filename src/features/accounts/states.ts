import { AccountState } from '../../contract/video/accounts';

/** What the messages call the states of an account, by their numbers. */
export const stateNames = ['waiting', 'running', 'paused', 'signedOut'] as const;
export type StateName = (typeof stateNames)[number];

export const stateOf = (name: StateName) => AccountState[name];
