import { added } from '../wire/call';
import type { Page } from '../wire/page';
import { getDevice, listDevices, listFleet, listMachines } from './devices';
import type * as rules from './phone-actions.rules';

/** The kinds of actions on several cloud phones at a time. */
export const phoneActionKinds = ['restart', 'install'] as const;
export type PhoneActionKind = (typeof phoneActionKinds)[number];

/** An app that the provider of the cloud phones installs. */
export interface OfferedApp {
  id: string;
  name: string;
  version: string;
  /** Bytes. */
  size: number;
}

export const stepStates = ['waiting', 'running', 'done', 'failed'] as const;
export type StepState = (typeof stepStates)[number];

/**
 * Why a step failed. `missing`: the member has no such cloud phone. `ended`: its days have. `unable`: its provider cannot do this with it.
 * `restarting`: it was restarted a moment ago. `space`: it has no room. `refused`: its provider gives no other reason. `late`: it took too long.
 */
export const stepReasons = [
  'missing',
  'ended',
  'offline',
  'unable',
  'restarting',
  'space',
  'refused',
  'late',
] as const;
export type StepReason = (typeof stepReasons)[number];

/** One action, and its progress: `total` is the sum of the four counts. */
export interface PhoneAction extends Record<StepState, number> {
  id: string;
  kind: PhoneActionKind;
  /** The name and version of the app. */
  subject?: string;
  /** ISO 8601. */
  at: string;
  total: number;
  /** The provider does not answer at the moment; the action continues by itself. */
  away?: true;
  /** A sandbox does it, which replaces a provider outside production. */
  sandbox?: true;
}

/** The part of an action that concerns one cloud phone. */
export interface PhoneStep {
  /** The cloud phone. */
  id: string;
  /** Its name; absent if the member has no such cloud phone. */
  name?: string;
  state: StepState;
  /** Of a failed one. */
  reason?: StepReason;
}

/** The apps that the provider installs. Refused (500) while it does not answer. */
export const getOffers = added<typeof rules.getOffers, { apps: OfferedApp[]; sandbox?: true }>(
  'txPhone/offers',
);

/**
 * Does something with cloud phones, by id or as a search finds them; the gateway performs it afterwards, one step for each phone. A phone
 * that does not allow it has a failed step. Refused (500) as a whole if the search now finds another number, if the app is not offered, or while
 * five actions of the member are not finished.
 */
export const startPhoneAction = added<typeof rules.startPhoneAction, PhoneAction>('txPhone/act', {
  once: true,
  stale: () => [listPhoneActions],
});
/** Refused (500) for an action of another member. */
export const getPhoneAction = added<typeof rules.getPhoneAction, PhoneAction>('txPhone/action');
/** The steps of an action, failed ones first, then by the name of the phone. */
export const listPhoneSteps = added<typeof rules.listPhoneSteps, Page<PhoneStep>>('txPhone/steps');
/** The member's actions of 30 days, newest first. */
export const listPhoneActions = added<typeof rules.listPhoneActions, Page<PhoneAction>>('txPhone/actions');
/** Tries the failed steps of an action again. Refused (500) if there is none. */
export const retryPhoneAction = added<typeof rules.retryPhoneAction, PhoneAction>('txPhone/retry', {
  once: true,
  stale: () => [
    getPhoneAction,
    listPhoneSteps,
    listPhoneActions,
    listFleet,
    listMachines,
    listDevices,
    getDevice,
  ],
});
