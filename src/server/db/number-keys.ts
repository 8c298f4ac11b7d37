/** The unique key of each kind of random number (`kernel/numbers.ts`), by its prefix. */
export const numberKeys = {
  B: 'payout_batch_pkey',
  C: 'purchase_pkey',
  CP: 'device_order_pkey',
  D: 'dispute_pkey',
  F: 'provider_refund_pkey',
  K: 'correction_pkey',
  Q: 'work_order_number_key',
  W: 'withdrawal_number_key',
};
const unique = new Set(Object.values(numberKeys));

/** Whether a row could not be inserted because its number is taken (23505). A transaction then runs again, and draws another one. */
export const isNumberTaken = ({ code, constraint }: { code?: string; constraint?: string }): boolean =>
  code === '23505' && unique.has(constraint ?? '');
