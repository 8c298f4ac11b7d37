/** Outgoing mail and text messages. */
export interface DeliveryTables {
  message: MessageTable;
}

interface MessageTable {
  id: string;
  channel: 'mail' | 'sms';
  address: string;
  subject: string;
  text: string;
  at: Date;
  delivered_at: Date | null;
}
