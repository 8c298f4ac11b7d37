// Generated from the OpenAPI document by `npm run sdks`. Do not edit.
package com.cloudphone.sdk;

import java.util.List;
import java.util.Map;
import java.util.UUID;

/** What a partner's server can ask for, a method each. */
abstract class Operations {
  /** The scopes of each feature. */
  public static final Map<String, List<String>> SCOPES = Map.ofEntries(
      Map.entry("wallet", List.of("wallet:read", "withdraw:prepare", "payout:prepare")),
      Map.entry("work-orders", List.of("work-orders:read", "work-orders:write")),
      Map.entry("notices", List.of("notices:read", "notices:write")),
      Map.entry("devices", List.of("devices:read", "devices:write", "devices:buy", "screen:read", "screen:control")),
      Map.entry("screen", List.of("screen:read", "screen:control")),
      Map.entry("orders", List.of("orders:read", "orders:write", "orders:pay")),
      Map.entry("points", List.of("points:read", "points:buy")),
      Map.entry("chat", List.of("chat:read", "chat:write")),
      Map.entry("accounts", List.of("accounts:read", "accounts:write")),
      Map.entry("logs", List.of("logs:read")),
      Map.entry("feed", List.of("feed:read", "feed:write")),
      Map.entry("shop", List.of("shop:read", "shop:write")),
      Map.entry("promotion", List.of("promotion:read")),
      Map.entry("invitation", List.of("invitation:read")),
      Map.entry("declarations", List.of("declarations:read", "declarations:write")));

  /** The types of webhook messages. */
  public static final List<String> EVENTS = List.of("withdrawal.updated", "order.paid", "order.refunded", "work_order.answered", "notice.published", "link.ended", "watch.updated", "deprecation.found");

  abstract Map<String, Object> call(String path, Map<String, Object> body, String idempotencyKey);

  private static String newKey() {
    return UUID.randomUUID().toString();
  }

  /**
   * A token for one customer, one feature and one origin.
   *
   * @throws CloudphoneException refused as partner_disabled, feature_not_allowed, origin_not_allowed, scope_not_allowed, member_not_linked, feature_not_linked; with status 0 if there was no answer
   */
  public Token mintToken(MintTokenInput input) {
    return Token.from(call("tokens", input.body, null));
  }

  /**
   * Whether a customer is linked; if not, `connectUrl` for a link or an email of yours.
   *
   * @throws CloudphoneException refused as partner_disabled, origin_not_allowed; with status 0 if there was no answer
   */
  public LinkMemberResult linkMember(LinkMemberInput input) {
    return LinkMemberResult.from(call("members", input.body, null));
  }

  /**
   * Links a customer with the code that their browser brought back from our page.
   *
   * @throws CloudphoneException refused as partner_disabled, code_refused, reference_taken, request_in_progress, idempotency_key_reused; with status 0 if there was no answer
   */
  public ConnectMemberResult connectMember(ConnectMemberInput input) {
    return connectMember(input, newKey());
  }

  /** The same with an Idempotency-Key of your own: two requests with one key take effect once. */
  public ConnectMemberResult connectMember(ConnectMemberInput input, String idempotencyKey) {
    return ConnectMemberResult.from(call("members", input.body, idempotencyKey));
  }

  /**
   * Creates an account for a customer who has none, and links it.
   *
   * @throws CloudphoneException refused as partner_disabled, origin_not_allowed, member_exists, reference_taken, request_in_progress, idempotency_key_reused; with status 0 if there was no answer
   */
  public CreateMemberResult createMember(CreateMemberInput input) {
    return createMember(input, newKey());
  }

  /** The same with an Idempotency-Key of your own: two requests with one key take effect once. */
  public CreateMemberResult createMember(CreateMemberInput input, String idempotencyKey) {
    return CreateMemberResult.from(call("members", input.body, idempotencyKey));
  }

  /**
   * Ends the link to a customer and revokes their tokens.
   *
   * @throws CloudphoneException refused as partner_disabled, request_in_progress, idempotency_key_reused; with status 0 if there was no answer
   */
  public UnlinkMemberResult unlinkMember(UnlinkMemberInput input) {
    return unlinkMember(input, newKey());
  }

  /** The same with an Idempotency-Key of your own: two requests with one key take effect once. */
  public UnlinkMemberResult unlinkMember(UnlinkMemberInput input, String idempotencyKey) {
    return UnlinkMemberResult.from(call("members", input.body, idempotencyKey));
  }

  /**
   * Your links, in the order of your ids. Pass `next` as `from` to get the next page.
   *
   * @throws CloudphoneException refused as partner_disabled; with status 0 if there was no answer
   */
  public ListMembersResult listMembers(ListMembersInput input) {
    return ListMembersResult.from(call("members", input.body, null));
  }

  /**
   * The webhook messages of the last 30 days, newest first, with the result of each delivery.
   *
   * @throws CloudphoneException refused; with status 0 if there was no answer
   */
  public ListMessagesResult listMessages(ListMessagesInput input) {
    return ListMessagesResult.from(call("messages", input.body, null));
  }

  /**
   * Sends a message once more.
   *
   * @throws CloudphoneException refused as message_unknown, request_in_progress, idempotency_key_reused; with status 0 if there was no answer
   */
  public ReplayMessageResult replayMessage(ReplayMessageInput input) {
    return replayMessage(input, newKey());
  }

  /** The same with an Idempotency-Key of your own: two requests with one key take effect once. */
  public ReplayMessageResult replayMessage(ReplayMessageInput input, String idempotencyKey) {
    return ReplayMessageResult.from(call("messages", input.body, idempotencyKey));
  }

  /**
   * Asks a customer whether your support may watch a cloud phone; they have five minutes to answer.
   *
   * @throws CloudphoneException refused as partner_disabled, feature_not_allowed, origin_not_allowed, member_not_linked, feature_not_linked, object_unknown, act_refused, request_in_progress, idempotency_key_reused; with status 0 if there was no answer
   */
  public Watch askToWatch(AskToWatchInput input) {
    return askToWatch(input, newKey());
  }

  /** The same with an Idempotency-Key of your own: two requests with one key take effect once. */
  public Watch askToWatch(AskToWatchInput input, String idempotencyKey) {
    return Watch.from(call("watches", input.body, idempotencyKey));
  }

  /**
   * How a question stands.
   *
   * @throws CloudphoneException refused as partner_disabled, member_not_linked, object_unknown; with status 0 if there was no answer
   */
  public Watch getWatch(GetWatchInput input) {
    return Watch.from(call("watches", input.body, null));
  }

  /**
   * An address for a frame in your support page, valid once within a minute; the one before closes.
   *
   * @throws CloudphoneException refused as partner_disabled, member_not_linked, object_unknown, act_refused; with status 0 if there was no answer
   */
  public OpenWatchResult openWatch(OpenWatchInput input) {
    return OpenWatchResult.from(call("watches", input.body, null));
  }

  /**
   * Takes a question back, or ends the watching.
   *
   * @throws CloudphoneException refused as partner_disabled, member_not_linked, object_unknown; with status 0 if there was no answer
   */
  public Watch endWatch(EndWatchInput input) {
    return Watch.from(call("watches", input.body, null));
  }

  /**
   * Approves a withdrawal. Webhook: withdrawal.updated.
   *
   * @throws CloudphoneException refused as test_mode_only, member_not_linked, object_unknown, act_refused, request_in_progress, idempotency_key_reused; with status 0 if there was no answer
   */
  public TestApproveResult testApprove(TestApproveInput input) {
    return testApprove(input, newKey());
  }

  /** The same with an Idempotency-Key of your own: two requests with one key take effect once. */
  public TestApproveResult testApprove(TestApproveInput input, String idempotencyKey) {
    return TestApproveResult.from(call("test", input.body, idempotencyKey));
  }

  /**
   * Rejects a withdrawal and returns the money. Webhook: withdrawal.updated.
   *
   * @throws CloudphoneException refused as test_mode_only, member_not_linked, object_unknown, act_refused, request_in_progress, idempotency_key_reused; with status 0 if there was no answer
   */
  public TestRejectResult testReject(TestRejectInput input) {
    return testReject(input, newKey());
  }

  /** The same with an Idempotency-Key of your own: two requests with one key take effect once. */
  public TestRejectResult testReject(TestRejectInput input, String idempotencyKey) {
    return TestRejectResult.from(call("test", input.body, idempotencyKey));
  }

  /**
   * Marks an approved withdrawal as remitted. Webhook: withdrawal.updated.
   *
   * @throws CloudphoneException refused as test_mode_only, member_not_linked, object_unknown, act_refused, request_in_progress, idempotency_key_reused; with status 0 if there was no answer
   */
  public TestRemitResult testRemit(TestRemitInput input) {
    return testRemit(input, newKey());
  }

  /** The same with an Idempotency-Key of your own: two requests with one key take effect once. */
  public TestRemitResult testRemit(TestRemitInput input, String idempotencyKey) {
    return TestRemitResult.from(call("test", input.body, idempotencyKey));
  }

  /**
   * Answers a work order. Webhook: work_order.answered.
   *
   * @throws CloudphoneException refused as test_mode_only, member_not_linked, object_unknown, act_refused, request_in_progress, idempotency_key_reused; with status 0 if there was no answer
   */
  public TestAnswerResult testAnswer(TestAnswerInput input) {
    return testAnswer(input, newKey());
  }

  /** The same with an Idempotency-Key of your own: two requests with one key take effect once. */
  public TestAnswerResult testAnswer(TestAnswerInput input, String idempotencyKey) {
    return TestAnswerResult.from(call("test", input.body, idempotencyKey));
  }

  /**
   * Publishes a notice that only this customer sees. Webhook: notice.published.
   *
   * @throws CloudphoneException refused as test_mode_only, member_not_linked, object_unknown, act_refused, request_in_progress, idempotency_key_reused; with status 0 if there was no answer
   */
  public TestPublishResult testPublish(TestPublishInput input) {
    return testPublish(input, newKey());
  }

  /** The same with an Idempotency-Key of your own: two requests with one key take effect once. */
  public TestPublishResult testPublish(TestPublishInput input, String idempotencyKey) {
    return TestPublishResult.from(call("test", input.body, idempotencyKey));
  }

  /**
   * Pays all parts of an order that are still due. Webhook: order.paid.
   *
   * @throws CloudphoneException refused as test_mode_only, member_not_linked, object_unknown, act_refused, request_in_progress, idempotency_key_reused; with status 0 if there was no answer
   */
  public TestPayResult testPay(TestPayInput input) {
    return testPay(input, newKey());
  }

  /** The same with an Idempotency-Key of your own: two requests with one key take effect once. */
  public TestPayResult testPay(TestPayInput input, String idempotencyKey) {
    return TestPayResult.from(call("test", input.body, idempotencyKey));
  }

  /**
   * Refunds a paid order in full. Webhook: order.refunded.
   *
   * @throws CloudphoneException refused as test_mode_only, member_not_linked, object_unknown, act_refused, request_in_progress, idempotency_key_reused; with status 0 if there was no answer
   */
  public TestRefundResult testRefund(TestRefundInput input) {
    return testRefund(input, newKey());
  }

  /** The same with an Idempotency-Key of your own: two requests with one key take effect once. */
  public TestRefundResult testRefund(TestRefundInput input, String idempotencyKey) {
    return TestRefundResult.from(call("test", input.body, idempotencyKey));
  }

  /**
   * Lets days pass for the customer: rent, expiry of orders and machines, waiting periods, coins.
   *
   * @throws CloudphoneException refused as test_mode_only, member_not_linked, object_unknown, act_refused, request_in_progress, idempotency_key_reused; with status 0 if there was no answer
   */
  public TestAdvanceResult testAdvance(TestAdvanceInput input) {
    return testAdvance(input, newKey());
  }

  /** The same with an Idempotency-Key of your own: two requests with one key take effect once. */
  public TestAdvanceResult testAdvance(TestAdvanceInput input, String idempotencyKey) {
    return TestAdvanceResult.from(call("test", input.body, idempotencyKey));
  }

  /**
   * Ends the link, as the customer can. Webhook: link.ended.
   *
   * @throws CloudphoneException refused as test_mode_only, member_not_linked, object_unknown, act_refused, request_in_progress, idempotency_key_reused; with status 0 if there was no answer
   */
  public TestUnlinkResult testUnlink(TestUnlinkInput input) {
    return testUnlink(input, newKey());
  }

  /** The same with an Idempotency-Key of your own: two requests with one key take effect once. */
  public TestUnlinkResult testUnlink(TestUnlinkInput input, String idempotencyKey) {
    return TestUnlinkResult.from(call("test", input.body, idempotencyKey));
  }
}
