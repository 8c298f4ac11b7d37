import type { SpreadOf } from '../schema/spread';

export interface ShareTables {
  media_ticket: MediaTicketTable;
  wechat_credential: WechatCredentialTable;
}

export const spread: SpreadOf<ShareTables> = {
  media_ticket: 'here',
  wechat_credential: 'here',
};

/** Credentials that WeChat issues rarely, by app: all gateways of a deployment share them. */
interface WechatCredentialTable {
  app_id: string;
  kind: 'access_token' | 'jsapi_ticket';
  /** Empty before the first response. */
  value: string;
  expires_at: Date;
  /** The attempt that is requesting a new one, and since when; a time long ago: none. */
  attempt: string;
  asked_at: Date;
}

/** A ticket with which a page of the mini-program uploads one file for a member. */
interface MediaTicketTable {
  /** SHA-256 of the ticket, hex. */
  hash: string;
  member: string;
  /** The ticket is valid while this session is. */
  session: string;
  kind: 'picture' | 'video';
  /** The received file: a repetition after a lost response is not stored twice. */
  picture: string | null;
  /** A request is uploading the file, until then at most. */
  claimed_until: Date | null;
  expires_at: Date;
}
