import type { SpreadOf } from '../schema/spread';

/** Outgoing mail and text messages. */
export interface DeliveryTables {
  message: MessageTable;
}

export const spread: SpreadOf<DeliveryTables> = {
  message: 'here',
};

interface MessageTable {
  id: string;
  channel: 'mail' | 'sms';
  address: string;
  subject: string;
  text: string;
  at: Date;
  delivered_at: Date | null;
}
