export interface ShareTables {
  wechat_js_ticket: WechatTicketTable;
}

/** WeChat's ticket for the JS-SDK: all gateways of a deployment share one, because WeChat gives out few. */
interface WechatTicketTable {
  app_id: string;
  ticket: string;
  expires_at: Date;
}
