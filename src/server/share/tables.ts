export interface ShareTables {
  wechat_credential: WechatCredentialTable;
}

/** What WeChat gives out seldom, by app: all gateways of a deployment share it. */
interface WechatCredentialTable {
  app_id: string;
  kind: 'access_token' | 'jsapi_ticket';
  /** Empty before the first answer. */
  value: string;
  expires_at: Date;
  /** Who is asking WeChat for another, and since when; long ago: nobody. */
  attempt: string;
  asked_at: Date;
}
