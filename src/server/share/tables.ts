export interface ShareTables {
  media_ticket: MediaTicketTable;
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

/** What a page of the mini-program sends one file for a member with. */
interface MediaTicketTable {
  /** SHA-256 of the ticket, hex. */
  hash: string;
  member: string;
  /** It is good while this session is. */
  session: string;
  kind: 'picture' | 'video';
  /** What came: sent again because an answer got lost, it is not kept twice. */
  picture: string | null;
  /** A request is sending the file, until then at most. */
  claimed_until: Date | null;
  expires_at: Date;
}
