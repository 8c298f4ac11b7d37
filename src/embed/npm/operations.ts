// Generated from the OpenAPI document by `npm run sdks`. Do not edit.
import type {
  AskToWatchInput,
  ConnectMemberInput,
  ConnectMemberResult,
  CreateMemberInput,
  CreateMemberResult,
  EndWatchInput,
  GetWatchInput,
  LinkMemberInput,
  LinkMemberResult,
  ListMembersInput,
  ListMembersResult,
  ListMessagesInput,
  ListMessagesResult,
  MintTokenInput,
  OpenWatchInput,
  OpenWatchResult,
  ReplayMessageInput,
  ReplayMessageResult,
  TestAdvanceInput,
  TestAdvanceResult,
  TestAnswerInput,
  TestAnswerResult,
  TestApproveInput,
  TestApproveResult,
  TestPayInput,
  TestPayResult,
  TestPublishInput,
  TestPublishResult,
  TestRefundInput,
  TestRefundResult,
  TestRejectInput,
  TestRejectResult,
  TestRemitInput,
  TestRemitResult,
  TestUnlinkInput,
  TestUnlinkResult,
  Token,
  UnlinkMemberInput,
  UnlinkMemberResult,
  Watch,
} from './models';

/** For a request that takes effect once. */
export interface Once {
  /** Sent with each attempt; a new one for each call if you do not say. The same key never takes effect twice. */
  idempotencyKey?: string | undefined;
}

/** Sends a signed request. `once`: it takes effect once for its key. */
type Call = <T>(path: string, input: object, once?: Once) => Promise<T>;

/** What a partner’s server can ask for, a method each. */
export const operations = (call: Call) => ({
  /** A token for one customer, one feature and one origin. Refused as `partner_disabled`, `feature_not_allowed`, `origin_not_allowed`, `scope_not_allowed`, `member_not_linked`, `feature_not_linked`. */
  mintToken: (input: MintTokenInput): Promise<Token> => call('tokens', { ...input, scopes: input.scopes ?? 'all' }),
  /** Whether a customer is linked; if not, `connectUrl` for a link or an email of yours. Refused as `partner_disabled`, `origin_not_allowed`. */
  linkMember: (input: LinkMemberInput): Promise<LinkMemberResult> => call('members', { act: 'link', ...input }),
  /** Links a customer with the code that their browser brought back from our page. Refused as `partner_disabled`, `code_refused`, `reference_taken`, `request_in_progress`, `idempotency_key_reused`. */
  connectMember: (input: ConnectMemberInput, options?: Once): Promise<ConnectMemberResult> => call('members', { act: 'connect', ...input }, options ?? {}),
  /** Creates an account for a customer who has none, and links it. Refused as `partner_disabled`, `origin_not_allowed`, `member_exists`, `reference_taken`, `request_in_progress`, `idempotency_key_reused`. */
  createMember: (input: CreateMemberInput, options?: Once): Promise<CreateMemberResult> => call('members', { act: 'create', ...input }, options ?? {}),
  /** Ends the link to a customer and revokes their tokens. Refused as `partner_disabled`, `request_in_progress`, `idempotency_key_reused`. */
  unlinkMember: (input: UnlinkMemberInput, options?: Once): Promise<UnlinkMemberResult> => call('members', { act: 'unlink', ...input }, options ?? {}),
  /** Your links, in the order of your ids. Pass `next` as `from` to get the next page. Refused as `partner_disabled`. */
  listMembers: (input: ListMembersInput = {}): Promise<ListMembersResult> => call('members', { act: 'list', ...input }),
  /** The webhook messages of the last 30 days, newest first, with the result of each delivery. */
  listMessages: (input: ListMessagesInput = {}): Promise<ListMessagesResult> => call('messages', { act: 'list', ...input }),
  /** Sends a message once more. Refused as `message_unknown`, `request_in_progress`, `idempotency_key_reused`. */
  replayMessage: (input: ReplayMessageInput, options?: Once): Promise<ReplayMessageResult> => call('messages', { act: 'replay', ...input }, options ?? {}),
  /** Asks a customer whether your support may watch a cloud phone; they have five minutes to answer. Refused as `partner_disabled`, `feature_not_allowed`, `origin_not_allowed`, `member_not_linked`, `feature_not_linked`, `object_unknown`, `act_refused`, `request_in_progress`, `idempotency_key_reused`. */
  askToWatch: (input: AskToWatchInput, options?: Once): Promise<Watch> => call('watches', { act: 'ask', ...input }, options ?? {}),
  /** How a question stands. Refused as `partner_disabled`, `member_not_linked`, `object_unknown`. */
  getWatch: (input: GetWatchInput): Promise<Watch> => call('watches', { act: 'get', ...input }),
  /** An address for a frame in your support page, valid once within a minute; the one before closes. Refused as `partner_disabled`, `member_not_linked`, `object_unknown`, `act_refused`. */
  openWatch: (input: OpenWatchInput): Promise<OpenWatchResult> => call('watches', { act: 'open', ...input }),
  /** Takes a question back, or ends the watching. Refused as `partner_disabled`, `member_not_linked`, `object_unknown`. */
  endWatch: (input: EndWatchInput): Promise<Watch> => call('watches', { act: 'end', ...input }),
  /** Approves a withdrawal. Webhook: withdrawal.updated. Refused as `test_mode_only`, `member_not_linked`, `object_unknown`, `act_refused`, `request_in_progress`, `idempotency_key_reused`. */
  testApprove: (input: TestApproveInput, options?: Once): Promise<TestApproveResult> => call('test', { act: 'approve', ...input }, options ?? {}),
  /** Rejects a withdrawal and returns the money. Webhook: withdrawal.updated. Refused as `test_mode_only`, `member_not_linked`, `object_unknown`, `act_refused`, `request_in_progress`, `idempotency_key_reused`. */
  testReject: (input: TestRejectInput, options?: Once): Promise<TestRejectResult> => call('test', { act: 'reject', ...input }, options ?? {}),
  /** Marks an approved withdrawal as remitted. Webhook: withdrawal.updated. Refused as `test_mode_only`, `member_not_linked`, `object_unknown`, `act_refused`, `request_in_progress`, `idempotency_key_reused`. */
  testRemit: (input: TestRemitInput, options?: Once): Promise<TestRemitResult> => call('test', { act: 'remit', ...input }, options ?? {}),
  /** Answers a work order. Webhook: work_order.answered. Refused as `test_mode_only`, `member_not_linked`, `object_unknown`, `act_refused`, `request_in_progress`, `idempotency_key_reused`. */
  testAnswer: (input: TestAnswerInput, options?: Once): Promise<TestAnswerResult> => call('test', { act: 'answer', ...input }, options ?? {}),
  /** Publishes a notice that only this customer sees. Webhook: notice.published. Refused as `test_mode_only`, `member_not_linked`, `object_unknown`, `act_refused`, `request_in_progress`, `idempotency_key_reused`. */
  testPublish: (input: TestPublishInput, options?: Once): Promise<TestPublishResult> => call('test', { act: 'publish', ...input }, options ?? {}),
  /** Pays all parts of an order that are still due. Webhook: order.paid. Refused as `test_mode_only`, `member_not_linked`, `object_unknown`, `act_refused`, `request_in_progress`, `idempotency_key_reused`. */
  testPay: (input: TestPayInput, options?: Once): Promise<TestPayResult> => call('test', { act: 'pay', ...input }, options ?? {}),
  /** Refunds a paid order in full. Webhook: order.refunded. Refused as `test_mode_only`, `member_not_linked`, `object_unknown`, `act_refused`, `request_in_progress`, `idempotency_key_reused`. */
  testRefund: (input: TestRefundInput, options?: Once): Promise<TestRefundResult> => call('test', { act: 'refund', ...input }, options ?? {}),
  /** Lets days pass for the customer: rent, expiry of orders and machines, waiting periods, coins. Refused as `test_mode_only`, `member_not_linked`, `object_unknown`, `act_refused`, `request_in_progress`, `idempotency_key_reused`. */
  testAdvance: (input: TestAdvanceInput, options?: Once): Promise<TestAdvanceResult> => call('test', { act: 'advance', ...input }, options ?? {}),
  /** Ends the link, as the customer can. Webhook: link.ended. Refused as `test_mode_only`, `member_not_linked`, `object_unknown`, `act_refused`, `request_in_progress`, `idempotency_key_reused`. */
  testUnlink: (input: TestUnlinkInput, options?: Once): Promise<TestUnlinkResult> => call('test', { act: 'unlink', ...input }, options ?? {}),
});
export type Operations = ReturnType<typeof operations>;
