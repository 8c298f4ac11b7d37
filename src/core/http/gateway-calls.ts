import { mediaTicket, miniCode, wechatShare } from '../../contract/member/share';
import { fetchOrThrow } from '../data/query';
import type { GatewayCalls } from '../platform';
import type { Send } from './answer';

/** The calls that the platform makes, because `platform` cannot import the contract. */
export const createGatewayCalls = (send: Send): GatewayCalls => ({
  shareData: async (url) => (await fetchOrThrow(send, wechatShare, { url }, 'never')).data,
  miniCode: async () => (await fetchOrThrow(send, miniCode, {}, 'never')).picture,
  mediaTicket: async (kind) => (await fetchOrThrow(send, mediaTicket, { kind }, 'never')).ticket,
});
