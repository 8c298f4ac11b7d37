/** Why something is kept that long. The back office has words for each. */
export const keepingReasons = [
  'service',
  'claims',
  'accounting',
  'tax',
  'moneyLaundering',
  'consent',
  'security',
  'operation',
] as const;
type KeepingReason = (typeof keepingReasons)[number];

interface Period {
  /** The setting that changes it. */
  setting: `KEEP_${string}`;
  /** Days: the default, and the shortest and the longest that the setting may name. */
  days: number;
  least: number;
  most: number;
  why: KeepingReason;
  /** The kind of data, and from when on the days count. */
  what: string;
  /** The state of the data afterwards. */
  after: string;
}

/** The kinds of members' data with their periods. Each has a function of its room that ends it (`server/endings.ts`). */
export const periods = {
  chats: {
    setting: 'KEEP_CHATS',
    days: 730,
    least: 30,
    most: 1095,
    why: 'service',
    what: 'messages of support chats and their pictures',
    after: 'deleted',
  },
  aiChats: {
    setting: 'KEEP_AI_CHATS',
    days: 180,
    least: 1,
    most: 365,
    why: 'service',
    what: 'questions to the AI and its answers',
    after: 'deleted',
  },
  requests: {
    setting: 'KEEP_REQUESTS',
    days: 1095,
    least: 180,
    most: 1825,
    why: 'claims',
    what: 'support requests that were answered, since their last change',
    after: 'deleted, with their pictures',
  },
  messages: {
    setting: 'KEEP_MESSAGES',
    days: 365,
    least: 30,
    most: 1095,
    why: 'service',
    what: 'system messages to members',
    after: 'deleted',
  },
  notes: {
    setting: 'KEEP_NOTES',
    days: 1095,
    least: 30,
    most: 1825,
    why: 'claims',
    what: 'notes of the back office',
    after: 'deleted',
  },
  devices: {
    setting: 'KEEP_DEVICES',
    days: 400,
    least: 30,
    most: 730,
    why: 'security',
    what: 'devices that a member has signed in on, since the last time',
    after: 'deleted',
  },
  idNumbers: {
    setting: 'KEEP_ID_NUMBERS',
    days: 1825,
    least: 1095,
    most: 7300,
    why: 'claims',
    what: 'ID numbers and signatures of contracts, since they were signed',
    after: 'deleted from the contract; its text and its date stay',
  },
  vouchers: {
    setting: 'KEEP_VOUCHERS',
    days: 3650,
    least: 1825,
    most: 10950,
    why: 'accounting',
    what: 'pictures that prove bank transfers, since they were decided',
    after: 'deleted',
  },
  payees: {
    setting: 'KEEP_PAYEES',
    days: 3650,
    least: 1825,
    most: 10950,
    why: 'moneyLaundering',
    what: 'names and account numbers of withdrawals, since they ended',
    after: 'deleted from the withdrawal; its amount and its number stay',
  },
  invoices: {
    setting: 'KEEP_INVOICES',
    days: 3650,
    least: 2190,
    most: 10950,
    why: 'tax',
    what: 'buyers on invoices, since they were issued',
    after: 'deleted from the invoice; its amounts and its number stay',
  },
  agreements: {
    setting: 'KEEP_AGREEMENTS',
    days: 1095,
    least: 1095,
    most: 3650,
    why: 'consent',
    what: 'what a member agreed to, since the account was deleted',
    after: 'deleted',
  },
  reads: {
    setting: 'KEEP_READS',
    days: 730,
    least: 180,
    most: 1095,
    why: 'security',
    what: 'whose data people of the back office have read',
    after: 'deleted from the trail; who read something and when stays',
  },
  trail: {
    setting: 'KEEP_TRAIL',
    days: 3650,
    least: 1825,
    most: 10950,
    why: 'accounting',
    what: 'the objects, inputs and rows of actions of the back office',
    after: 'deleted from the trail; who did what kind of action and when stays',
  },
  failedJobs: {
    setting: 'KEEP_FAILED_JOBS',
    days: 90,
    least: 7,
    most: 365,
    why: 'operation',
    what: 'jobs that failed for good',
    after: 'deleted',
  },
} as const satisfies Record<string, Period>;

export type PeriodName = keyof typeof periods;
export const periodNames = Object.keys(periods) as PeriodName[];
