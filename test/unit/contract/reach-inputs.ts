import { notificationKinds } from '../../../src/contract/support/notifications';
import { flag, group, line, maybe, requestKey } from './field-values';
import * as f from './fields';

/** `23:59` */
const clock = {
  takes: ['00:00', '23:59'],
  refuses: { required: [undefined, 7], wrong: ['24:00', '7:30', '12:60', ''] },
};
const base64url = (right: string, other: string) => ({
  takes: [right, `${right}=`],
  refuses: { required: [undefined, 7], wrong: [other, `${right.slice(1)}+`, ''] },
});

/** Calls of notifications, and of a member who leaves or wants a copy. */
export const reachInputs: Record<string, f.Fields> = {
  'txNotify/save': {
    choices: group(
      Object.fromEntries(
        notificationKinds.map((kind) => [
          kind,
          group({ push: flag('required'), mail: flag('required'), sms: flag('required') }),
        ]),
      ),
    ),
    quiet: maybe(group({ from: clock, to: clock })),
    timeZone: line(64),
  },
  'txNotify/subscribe': {
    endpoint: line(1000),
    p256dh: base64url('B'.repeat(87), 'B'.repeat(86)),
    auth: base64url('B'.repeat(22), 'B'.repeat(24)),
  },
  'txPrivacy/askDeletion': { password: f.password, proof: f.proof, requestKey },
  'txPrivacy/askCopy': { requestKey },
  'txPrivacy/agreementText': { hash: f.digest },
  'txPrivacy/agree': { hash: f.digest },
  'txPrivacy/copyAddress': { password: f.password },
};
