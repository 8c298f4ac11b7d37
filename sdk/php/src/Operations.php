<?php
// Generated from the OpenAPI document by `npm run sdks`. Do not edit.
declare(strict_types=1);

namespace Cloudphone;

/** What a partner's server can ask for, a method each. */
abstract class Operations
{
    /** The scopes of each feature. */
    public const SCOPES = [
        'wallet' => ['wallet:read', 'withdraw:prepare', 'payout:prepare'],
        'work-orders' => ['work-orders:read', 'work-orders:write'],
        'notices' => ['notices:read', 'notices:write'],
        'devices' => ['devices:read', 'devices:write', 'devices:buy', 'screen:read', 'screen:control'],
        'screen' => ['screen:read', 'screen:control'],
        'orders' => ['orders:read', 'orders:write', 'orders:pay'],
        'points' => ['points:read', 'points:buy'],
        'chat' => ['chat:read', 'chat:write'],
        'accounts' => ['accounts:read', 'accounts:write'],
        'logs' => ['logs:read'],
        'feed' => ['feed:read', 'feed:write'],
        'shop' => ['shop:read', 'shop:write'],
        'promotion' => ['promotion:read'],
        'invitation' => ['invitation:read'],
        'declarations' => ['declarations:read', 'declarations:write'],
    ];

    /** The types of webhook messages. */
    public const EVENTS = ['withdrawal.updated', 'order.paid', 'order.refunded', 'work_order.answered', 'notice.published', 'link.ended', 'watch.updated', 'deprecation.found'];

    /** @param array<string, mixed> $body */
    abstract protected function call(string $path, array $body, ?string $idempotencyKey): array;

    abstract protected static function uuid(): string;

    /**
     * A token for one customer, one feature and one origin.
     *
     * @param string $member Your id for the customer
     * @param string $feature The feature that the page shows
     * @param string $origin The exact origin of the page: https://shop.example
     * @param string|string[] $scopes `all` (the default), or scopes of the feature
     * @param ?string $returnTo Where the customer returns after giving consent, on one of your origins; default: <origin>/cp/connected
     * @param ?int $ttl Lifetime in seconds; default: 300
     * @throws CloudphoneException refused as partner_disabled, feature_not_allowed, origin_not_allowed, scope_not_allowed, member_not_linked, feature_not_linked
     * @throws CloudphoneUnreachable there was no answer
     */
    public function mintToken(
        string $member,
        string $feature,
        string $origin,
        string|array $scopes = 'all',
        ?string $returnTo = null,
        ?int $ttl = null,
    ): Token {
        return Token::fromArray($this->call('tokens', ['member' => $member, 'feature' => $feature, 'origin' => $origin, 'scopes' => $scopes, 'returnTo' => $returnTo, 'ttl' => $ttl], null));
    }

    /**
     * Whether a customer is linked; if not, `connectUrl` for a link or an email of yours.
     *
     * @param string $member Your id for the customer
     * @param string $origin The exact origin of the page: https://shop.example
     * @param ?string $returnTo Where the customer returns after giving consent, on one of your origins; default: <origin>/cp/connected
     * @throws CloudphoneException refused as partner_disabled, origin_not_allowed
     * @throws CloudphoneUnreachable there was no answer
     */
    public function linkMember(
        string $member,
        string $origin,
        ?string $returnTo = null,
    ): LinkMemberResult {
        return LinkMemberResult::fromArray($this->call('members', ['act' => 'link', 'member' => $member, 'origin' => $origin, 'returnTo' => $returnTo], null));
    }

    /**
     * Links a customer with the code that their browser brought back from our page.
     *
     * @param string $member Your id for the customer whose session the browser has; never from the URL
     * @param string $code The parameter cloudphone_code of your return address
     * @param ?string $idempotencyKey sent with each attempt; a new one for each call if absent
     * @throws CloudphoneException refused as partner_disabled, code_refused, reference_taken, request_in_progress, idempotency_key_reused
     * @throws CloudphoneUnreachable there was no answer
     */
    public function connectMember(
        string $member,
        string $code,
        ?string $idempotencyKey = null,
    ): ConnectMemberResult {
        return ConnectMemberResult::fromArray($this->call('members', ['act' => 'connect', 'member' => $member, 'code' => $code], $idempotencyKey ?? static::uuid()));
    }

    /**
     * Creates an account for a customer who has none, and links it.
     *
     * @param string $member Your id for the customer
     * @param string $contact The email address or phone number (+44…) of the customer. We write to it
     * @param string $origin The exact origin of the page: https://shop.example
     * @param ?string $locale The language of our message to the contact; one of en, zh, zh-Hant, vi; default: en
     * @param ?TestMember $test
     * @param ?string $returnTo Where the customer returns after giving consent, on one of your origins; default: <origin>/cp/connected
     * @param ?string $idempotencyKey sent with each attempt; a new one for each call if absent
     * @throws CloudphoneException refused as partner_disabled, origin_not_allowed, member_exists, reference_taken, request_in_progress, idempotency_key_reused
     * @throws CloudphoneUnreachable there was no answer
     */
    public function createMember(
        string $member,
        string $contact,
        string $origin,
        ?string $locale = null,
        ?TestMember $test = null,
        ?string $returnTo = null,
        ?string $idempotencyKey = null,
    ): CreateMemberResult {
        return CreateMemberResult::fromArray($this->call('members', ['act' => 'create', 'member' => $member, 'contact' => $contact, 'origin' => $origin, 'locale' => $locale, 'test' => $test, 'returnTo' => $returnTo], $idempotencyKey ?? static::uuid()));
    }

    /**
     * Ends the link to a customer and revokes their tokens.
     *
     * @param string $member Your id for the customer
     * @param ?string $idempotencyKey sent with each attempt; a new one for each call if absent
     * @throws CloudphoneException refused as partner_disabled, request_in_progress, idempotency_key_reused
     * @throws CloudphoneUnreachable there was no answer
     */
    public function unlinkMember(
        string $member,
        ?string $idempotencyKey = null,
    ): UnlinkMemberResult {
        return UnlinkMemberResult::fromArray($this->call('members', ['act' => 'unlink', 'member' => $member], $idempotencyKey ?? static::uuid()));
    }

    /**
     * Your links, in the order of your ids. Pass `next` as `from` to get the next page.
     *
     * @param ?string $from Your id for the customer
     * @param ?int $pageSize Entries to return; default: 50
     * @throws CloudphoneException refused as partner_disabled
     * @throws CloudphoneUnreachable there was no answer
     */
    public function listMembers(
        ?string $from = null,
        ?int $pageSize = null,
    ): ListMembersResult {
        return ListMembersResult::fromArray($this->call('members', ['act' => 'list', 'from' => $from, 'pageSize' => $pageSize], null));
    }

    /**
     * The webhook messages of the last 30 days, newest first, with the result of each delivery.
     *
     * @param ?string $from The id of a message, also its webhook-id
     * @param ?int $pageSize Entries to return; default: 50
     * @throws CloudphoneException refused
     * @throws CloudphoneUnreachable there was no answer
     */
    public function listMessages(
        ?string $from = null,
        ?int $pageSize = null,
    ): ListMessagesResult {
        return ListMessagesResult::fromArray($this->call('messages', ['act' => 'list', 'from' => $from, 'pageSize' => $pageSize], null));
    }

    /**
     * Sends a message once more.
     *
     * @param string $id The id of a message, also its webhook-id
     * @param ?string $idempotencyKey sent with each attempt; a new one for each call if absent
     * @throws CloudphoneException refused as message_unknown, request_in_progress, idempotency_key_reused
     * @throws CloudphoneUnreachable there was no answer
     */
    public function replayMessage(
        string $id,
        ?string $idempotencyKey = null,
    ): ReplayMessageResult {
        return ReplayMessageResult::fromArray($this->call('messages', ['act' => 'replay', 'id' => $id], $idempotencyKey ?? static::uuid()));
    }

    /**
     * Asks a customer whether your support may watch a cloud phone; they have five minutes to answer.
     *
     * @param string $member Your id for the customer
     * @param string $phone The id of the cloud phone: `id` in the path of its screen, as in cp-routechange
     * @param string $person The name of the support person, for the customer
     * @param string $reason Why, for the customer
     * @param string $origin The exact origin of your support page
     * @param ?int $minutes For how long, counted from the answer; default: 10
     * @param ?string $idempotencyKey sent with each attempt; a new one for each call if absent
     * @throws CloudphoneException refused as partner_disabled, feature_not_allowed, origin_not_allowed, member_not_linked, feature_not_linked, object_unknown, act_refused, request_in_progress, idempotency_key_reused
     * @throws CloudphoneUnreachable there was no answer
     */
    public function askToWatch(
        string $member,
        string $phone,
        string $person,
        string $reason,
        string $origin,
        ?int $minutes = null,
        ?string $idempotencyKey = null,
    ): Watch {
        return Watch::fromArray($this->call('watches', ['act' => 'ask', 'member' => $member, 'phone' => $phone, 'person' => $person, 'reason' => $reason, 'origin' => $origin, 'minutes' => $minutes], $idempotencyKey ?? static::uuid()));
    }

    /**
     * How a question stands.
     *
     * @param string $member Your id for the customer
     * @param string $id The id of the question
     * @throws CloudphoneException refused as partner_disabled, member_not_linked, object_unknown
     * @throws CloudphoneUnreachable there was no answer
     */
    public function getWatch(
        string $member,
        string $id,
    ): Watch {
        return Watch::fromArray($this->call('watches', ['act' => 'get', 'member' => $member, 'id' => $id], null));
    }

    /**
     * An address for a frame in your support page, valid once within a minute; the one before closes.
     *
     * @param string $member Your id for the customer
     * @param string $id The id of the question
     * @throws CloudphoneException refused as partner_disabled, member_not_linked, object_unknown, act_refused
     * @throws CloudphoneUnreachable there was no answer
     */
    public function openWatch(
        string $member,
        string $id,
    ): OpenWatchResult {
        return OpenWatchResult::fromArray($this->call('watches', ['act' => 'open', 'member' => $member, 'id' => $id], null));
    }

    /**
     * Takes a question back, or ends the watching.
     *
     * @param string $member Your id for the customer
     * @param string $id The id of the question
     * @throws CloudphoneException refused as partner_disabled, member_not_linked, object_unknown
     * @throws CloudphoneUnreachable there was no answer
     */
    public function endWatch(
        string $member,
        string $id,
    ): Watch {
        return Watch::fromArray($this->call('watches', ['act' => 'end', 'member' => $member, 'id' => $id], null));
    }

    /**
     * Approves a withdrawal. Webhook: withdrawal.updated.
     *
     * @param string $member Your id for the customer
     * @param string $number The number of the withdrawal or work order
     * @param ?string $idempotencyKey sent with each attempt; a new one for each call if absent
     * @throws CloudphoneException refused as test_mode_only, member_not_linked, object_unknown, act_refused, request_in_progress, idempotency_key_reused
     * @throws CloudphoneUnreachable there was no answer
     */
    public function testApprove(
        string $member,
        string $number,
        ?string $idempotencyKey = null,
    ): TestApproveResult {
        return TestApproveResult::fromArray($this->call('test', ['act' => 'approve', 'member' => $member, 'number' => $number], $idempotencyKey ?? static::uuid()));
    }

    /**
     * Rejects a withdrawal and returns the money. Webhook: withdrawal.updated.
     *
     * @param string $member Your id for the customer
     * @param string $number The number of the withdrawal or work order
     * @param ?string $reason default: Rejected by a test
     * @param ?string $idempotencyKey sent with each attempt; a new one for each call if absent
     * @throws CloudphoneException refused as test_mode_only, member_not_linked, object_unknown, act_refused, request_in_progress, idempotency_key_reused
     * @throws CloudphoneUnreachable there was no answer
     */
    public function testReject(
        string $member,
        string $number,
        ?string $reason = null,
        ?string $idempotencyKey = null,
    ): TestRejectResult {
        return TestRejectResult::fromArray($this->call('test', ['act' => 'reject', 'member' => $member, 'number' => $number, 'reason' => $reason], $idempotencyKey ?? static::uuid()));
    }

    /**
     * Marks an approved withdrawal as remitted. Webhook: withdrawal.updated.
     *
     * @param string $member Your id for the customer
     * @param string $number The number of the withdrawal or work order
     * @param ?string $idempotencyKey sent with each attempt; a new one for each call if absent
     * @throws CloudphoneException refused as test_mode_only, member_not_linked, object_unknown, act_refused, request_in_progress, idempotency_key_reused
     * @throws CloudphoneUnreachable there was no answer
     */
    public function testRemit(
        string $member,
        string $number,
        ?string $idempotencyKey = null,
    ): TestRemitResult {
        return TestRemitResult::fromArray($this->call('test', ['act' => 'remit', 'member' => $member, 'number' => $number], $idempotencyKey ?? static::uuid()));
    }

    /**
     * Answers a work order. Webhook: work_order.answered.
     *
     * @param string $member Your id for the customer
     * @param string $number The number of the withdrawal or work order
     * @param ?string $text default: Answered by a test.
     * @param ?string $idempotencyKey sent with each attempt; a new one for each call if absent
     * @throws CloudphoneException refused as test_mode_only, member_not_linked, object_unknown, act_refused, request_in_progress, idempotency_key_reused
     * @throws CloudphoneUnreachable there was no answer
     */
    public function testAnswer(
        string $member,
        string $number,
        ?string $text = null,
        ?string $idempotencyKey = null,
    ): TestAnswerResult {
        return TestAnswerResult::fromArray($this->call('test', ['act' => 'answer', 'member' => $member, 'number' => $number, 'text' => $text], $idempotencyKey ?? static::uuid()));
    }

    /**
     * Publishes a notice that only this customer sees. Webhook: notice.published.
     *
     * @param string $member Your id for the customer
     * @param ?string $title default: A notice of a test
     * @param ?string $text default: Published by a test.
     * @param ?string $locale The language of the notice; one of en, zh, zh-Hant, vi; default: en
     * @param ?string $idempotencyKey sent with each attempt; a new one for each call if absent
     * @throws CloudphoneException refused as test_mode_only, member_not_linked, object_unknown, act_refused, request_in_progress, idempotency_key_reused
     * @throws CloudphoneUnreachable there was no answer
     */
    public function testPublish(
        string $member,
        ?string $title = null,
        ?string $text = null,
        ?string $locale = null,
        ?string $idempotencyKey = null,
    ): TestPublishResult {
        return TestPublishResult::fromArray($this->call('test', ['act' => 'publish', 'member' => $member, 'title' => $title, 'text' => $text, 'locale' => $locale], $idempotencyKey ?? static::uuid()));
    }

    /**
     * Pays all parts of an order that are still due. Webhook: order.paid.
     *
     * @param string $member Your id for the customer
     * @param string $orderNo The number of the order
     * @param ?string $idempotencyKey sent with each attempt; a new one for each call if absent
     * @throws CloudphoneException refused as test_mode_only, member_not_linked, object_unknown, act_refused, request_in_progress, idempotency_key_reused
     * @throws CloudphoneUnreachable there was no answer
     */
    public function testPay(
        string $member,
        string $orderNo,
        ?string $idempotencyKey = null,
    ): TestPayResult {
        return TestPayResult::fromArray($this->call('test', ['act' => 'pay', 'member' => $member, 'orderNo' => $orderNo], $idempotencyKey ?? static::uuid()));
    }

    /**
     * Refunds a paid order in full. Webhook: order.refunded.
     *
     * @param string $member Your id for the customer
     * @param string $orderNo The number of the order
     * @param ?string $idempotencyKey sent with each attempt; a new one for each call if absent
     * @throws CloudphoneException refused as test_mode_only, member_not_linked, object_unknown, act_refused, request_in_progress, idempotency_key_reused
     * @throws CloudphoneUnreachable there was no answer
     */
    public function testRefund(
        string $member,
        string $orderNo,
        ?string $idempotencyKey = null,
    ): TestRefundResult {
        return TestRefundResult::fromArray($this->call('test', ['act' => 'refund', 'member' => $member, 'orderNo' => $orderNo], $idempotencyKey ?? static::uuid()));
    }

    /**
     * Lets days pass for the customer: rent, expiry of orders and machines, waiting periods, coins.
     *
     * @param string $member Your id for the customer
     * @param int $days
     * @param ?string $idempotencyKey sent with each attempt; a new one for each call if absent
     * @throws CloudphoneException refused as test_mode_only, member_not_linked, object_unknown, act_refused, request_in_progress, idempotency_key_reused
     * @throws CloudphoneUnreachable there was no answer
     */
    public function testAdvance(
        string $member,
        int $days,
        ?string $idempotencyKey = null,
    ): TestAdvanceResult {
        return TestAdvanceResult::fromArray($this->call('test', ['act' => 'advance', 'member' => $member, 'days' => $days], $idempotencyKey ?? static::uuid()));
    }

    /**
     * Ends the link, as the customer can. Webhook: link.ended.
     *
     * @param string $member Your id for the customer
     * @param ?string $idempotencyKey sent with each attempt; a new one for each call if absent
     * @throws CloudphoneException refused as test_mode_only, member_not_linked, object_unknown, act_refused, request_in_progress, idempotency_key_reused
     * @throws CloudphoneUnreachable there was no answer
     */
    public function testUnlink(
        string $member,
        ?string $idempotencyKey = null,
    ): TestUnlinkResult {
        return TestUnlinkResult::fromArray($this->call('test', ['act' => 'unlink', 'member' => $member], $idempotencyKey ?? static::uuid()));
    }
}
