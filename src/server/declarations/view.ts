import type { Declaration } from '../../contract/member/declarations';
import { masked } from '../auth/contacts';
import type { DeclarationRow } from './tables';

/** The summary for lists; the customer's phone number is masked. */
export const declarationView = (row: DeclarationRow, customerNickname: string): Declaration => ({
  id: row.id,
  customerName: row.customer_name,
  customerNickname,
  customerPhone: masked(row.customer_phone),
  quantity: row.quantity,
  orderAmount: row.order_amount,
  payTime: row.paid_at.toISOString(),
  remark: row.remark,
  attachment: JSON.parse(row.attachment),
  status: row.status,
  ...(row.audit_result !== null && { auditResult: row.audit_result }),
  submittedAt: row.submitted_at.toISOString(),
  ...(row.decided_at && { decidedAt: row.decided_at.toISOString() }),
});
