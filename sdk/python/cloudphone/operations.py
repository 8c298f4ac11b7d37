# Generated from the OpenAPI document by `npm run sdks`. Do not edit.
import uuid
from typing import Any, Dict, List, Optional, Sequence, Union

from .models import ConnectMemberResult, CreateMemberResult, DeliveredMessage, LinkMemberResult, LinkedMember, ListMembersResult, ListMessagesResult, OpenWatchResult, ReplayMessageResult, TestAdvanceResult, TestAnswerResult, TestApproveResult, TestMember, TestPayResult, TestPublishResult, TestRefundResult, TestRejectResult, TestRemitResult, TestUnlinkResult, Token, UnlinkMemberResult, Watch


def new_key() -> str:
    return str(uuid.uuid4())


class Operations:
    """What a partner's server can ask for, a method each."""

    def _call(self, path: str, body: Dict[str, Any], idempotency_key: Optional[str]) -> Dict[str, Any]:
        raise NotImplementedError

    def mint_token(
        self,
        *,
        member: str,
        feature: str,
        origin: str,
        scopes: Union[str, Sequence[str]] = "all",
        return_to: Optional[str] = None,
        ttl: Optional[int] = None,
    ) -> Token:
        """A token for one customer, one feature and one origin.

        member: Your id for the customer.
        feature: The feature that the page shows.
        origin: The exact origin of the page: https://shop.example.
        scopes: `all` (the default), or scopes of the feature.
        return_to: Where the customer returns after giving consent, on one of your origins; default: <origin>/cp/connected.
        ttl: Lifetime in seconds; default: 300.

        Refused as partner_disabled, feature_not_allowed, origin_not_allowed, scope_not_allowed, member_not_linked, feature_not_linked.
        """
        return Token.from_json(self._call("tokens", {"member": member, "feature": feature, "origin": origin, "scopes": scopes, "returnTo": return_to, "ttl": ttl}, None))

    def link_member(
        self,
        *,
        member: str,
        origin: str,
        return_to: Optional[str] = None,
    ) -> LinkMemberResult:
        """Whether a customer is linked; if not, `connectUrl` for a link or an email of yours.

        member: Your id for the customer.
        origin: The exact origin of the page: https://shop.example.
        return_to: Where the customer returns after giving consent, on one of your origins; default: <origin>/cp/connected.

        Refused as partner_disabled, origin_not_allowed.
        """
        return LinkMemberResult.from_json(self._call("members", {"act": "link", "member": member, "origin": origin, "returnTo": return_to}, None))

    def connect_member(
        self,
        *,
        member: str,
        code: str,
        idempotency_key: Optional[str] = None,
    ) -> ConnectMemberResult:
        """Links a customer with the code that their browser brought back from our page.

        member: Your id for the customer whose session the browser has; never from the URL.
        code: The parameter cloudphone_code of your return address.
        idempotency_key: Sent with each attempt; a new one for each call if absent.

        Refused as partner_disabled, code_refused, reference_taken, request_in_progress, idempotency_key_reused.
        """
        return ConnectMemberResult.from_json(self._call("members", {"act": "connect", "member": member, "code": code}, idempotency_key or new_key()))

    def create_member(
        self,
        *,
        member: str,
        contact: str,
        origin: str,
        locale: Optional[str] = None,
        test: Optional[TestMember] = None,
        return_to: Optional[str] = None,
        idempotency_key: Optional[str] = None,
    ) -> CreateMemberResult:
        """Creates an account for a customer who has none, and links it.

        member: Your id for the customer.
        contact: The email address or phone number (+44…) of the customer. We write to it.
        origin: The exact origin of the page: https://shop.example.
        locale: The language of our message to the contact; one of en, zh, zh-Hant, vi; default: en.
        test: text.
        return_to: Where the customer returns after giving consent, on one of your origins; default: <origin>/cp/connected.
        idempotency_key: Sent with each attempt; a new one for each call if absent.

        Refused as partner_disabled, origin_not_allowed, member_exists, reference_taken, request_in_progress, idempotency_key_reused.
        """
        return CreateMemberResult.from_json(self._call("members", {"act": "create", "member": member, "contact": contact, "origin": origin, "locale": locale, "test": test and test.to_json(), "returnTo": return_to}, idempotency_key or new_key()))

    def unlink_member(
        self,
        *,
        member: str,
        idempotency_key: Optional[str] = None,
    ) -> UnlinkMemberResult:
        """Ends the link to a customer and revokes their tokens.

        member: Your id for the customer.
        idempotency_key: Sent with each attempt; a new one for each call if absent.

        Refused as partner_disabled, request_in_progress, idempotency_key_reused.
        """
        return UnlinkMemberResult.from_json(self._call("members", {"act": "unlink", "member": member}, idempotency_key or new_key()))

    def list_members(
        self,
        *,
        from_: Optional[str] = None,
        page_size: Optional[int] = None,
    ) -> ListMembersResult:
        """Your links, in the order of your ids. Pass `next` as `from` to get the next page.

        from_: Your id for the customer.
        page_size: Entries to return; default: 50.

        Refused as partner_disabled.
        """
        return ListMembersResult.from_json(self._call("members", {"act": "list", "from": from_, "pageSize": page_size}, None))

    def list_messages(
        self,
        *,
        from_: Optional[str] = None,
        page_size: Optional[int] = None,
    ) -> ListMessagesResult:
        """The webhook messages of the last 30 days, newest first, with the result of each delivery.

        from_: The id of a message, also its webhook-id.
        page_size: Entries to return; default: 50.
        """
        return ListMessagesResult.from_json(self._call("messages", {"act": "list", "from": from_, "pageSize": page_size}, None))

    def replay_message(
        self,
        *,
        id: str,
        idempotency_key: Optional[str] = None,
    ) -> ReplayMessageResult:
        """Sends a message once more.

        id: The id of a message, also its webhook-id.
        idempotency_key: Sent with each attempt; a new one for each call if absent.

        Refused as message_unknown, request_in_progress, idempotency_key_reused.
        """
        return ReplayMessageResult.from_json(self._call("messages", {"act": "replay", "id": id}, idempotency_key or new_key()))

    def ask_to_watch(
        self,
        *,
        member: str,
        phone: str,
        person: str,
        reason: str,
        origin: str,
        minutes: Optional[int] = None,
        idempotency_key: Optional[str] = None,
    ) -> Watch:
        """Asks a customer whether your support may watch a cloud phone; they have five minutes to answer.

        member: Your id for the customer.
        phone: The id of the cloud phone: `id` in the path of its screen, as in cp-routechange.
        person: The name of the support person, for the customer.
        reason: Why, for the customer.
        origin: The exact origin of your support page.
        minutes: For how long, counted from the answer; default: 10.
        idempotency_key: Sent with each attempt; a new one for each call if absent.

        Refused as partner_disabled, feature_not_allowed, origin_not_allowed, member_not_linked, feature_not_linked, object_unknown, act_refused, request_in_progress, idempotency_key_reused.
        """
        return Watch.from_json(self._call("watches", {"act": "ask", "member": member, "phone": phone, "person": person, "reason": reason, "origin": origin, "minutes": minutes}, idempotency_key or new_key()))

    def get_watch(
        self,
        *,
        member: str,
        id: str,
    ) -> Watch:
        """How a question stands.

        member: Your id for the customer.
        id: The id of the question.

        Refused as partner_disabled, member_not_linked, object_unknown.
        """
        return Watch.from_json(self._call("watches", {"act": "get", "member": member, "id": id}, None))

    def open_watch(
        self,
        *,
        member: str,
        id: str,
    ) -> OpenWatchResult:
        """An address for a frame in your support page, valid once within a minute; the one before closes.

        member: Your id for the customer.
        id: The id of the question.

        Refused as partner_disabled, member_not_linked, object_unknown, act_refused.
        """
        return OpenWatchResult.from_json(self._call("watches", {"act": "open", "member": member, "id": id}, None))

    def end_watch(
        self,
        *,
        member: str,
        id: str,
    ) -> Watch:
        """Takes a question back, or ends the watching.

        member: Your id for the customer.
        id: The id of the question.

        Refused as partner_disabled, member_not_linked, object_unknown.
        """
        return Watch.from_json(self._call("watches", {"act": "end", "member": member, "id": id}, None))

    def test_approve(
        self,
        *,
        member: str,
        number: str,
        idempotency_key: Optional[str] = None,
    ) -> TestApproveResult:
        """Approves a withdrawal. Webhook: withdrawal.updated.

        member: Your id for the customer.
        number: The number of the withdrawal or work order.
        idempotency_key: Sent with each attempt; a new one for each call if absent.

        Refused as test_mode_only, member_not_linked, object_unknown, act_refused, request_in_progress, idempotency_key_reused.
        """
        return TestApproveResult.from_json(self._call("test", {"act": "approve", "member": member, "number": number}, idempotency_key or new_key()))

    def test_reject(
        self,
        *,
        member: str,
        number: str,
        reason: Optional[str] = None,
        idempotency_key: Optional[str] = None,
    ) -> TestRejectResult:
        """Rejects a withdrawal and returns the money. Webhook: withdrawal.updated.

        member: Your id for the customer.
        number: The number of the withdrawal or work order.
        reason: default: Rejected by a test.
        idempotency_key: Sent with each attempt; a new one for each call if absent.

        Refused as test_mode_only, member_not_linked, object_unknown, act_refused, request_in_progress, idempotency_key_reused.
        """
        return TestRejectResult.from_json(self._call("test", {"act": "reject", "member": member, "number": number, "reason": reason}, idempotency_key or new_key()))

    def test_remit(
        self,
        *,
        member: str,
        number: str,
        idempotency_key: Optional[str] = None,
    ) -> TestRemitResult:
        """Marks an approved withdrawal as remitted. Webhook: withdrawal.updated.

        member: Your id for the customer.
        number: The number of the withdrawal or work order.
        idempotency_key: Sent with each attempt; a new one for each call if absent.

        Refused as test_mode_only, member_not_linked, object_unknown, act_refused, request_in_progress, idempotency_key_reused.
        """
        return TestRemitResult.from_json(self._call("test", {"act": "remit", "member": member, "number": number}, idempotency_key or new_key()))

    def test_answer(
        self,
        *,
        member: str,
        number: str,
        text: Optional[str] = None,
        idempotency_key: Optional[str] = None,
    ) -> TestAnswerResult:
        """Answers a work order. Webhook: work_order.answered.

        member: Your id for the customer.
        number: The number of the withdrawal or work order.
        text: default: Answered by a test..
        idempotency_key: Sent with each attempt; a new one for each call if absent.

        Refused as test_mode_only, member_not_linked, object_unknown, act_refused, request_in_progress, idempotency_key_reused.
        """
        return TestAnswerResult.from_json(self._call("test", {"act": "answer", "member": member, "number": number, "text": text}, idempotency_key or new_key()))

    def test_publish(
        self,
        *,
        member: str,
        title: Optional[str] = None,
        text: Optional[str] = None,
        locale: Optional[str] = None,
        idempotency_key: Optional[str] = None,
    ) -> TestPublishResult:
        """Publishes a notice that only this customer sees. Webhook: notice.published.

        member: Your id for the customer.
        title: default: A notice of a test.
        text: default: Published by a test..
        locale: The language of the notice; one of en, zh, zh-Hant, vi; default: en.
        idempotency_key: Sent with each attempt; a new one for each call if absent.

        Refused as test_mode_only, member_not_linked, object_unknown, act_refused, request_in_progress, idempotency_key_reused.
        """
        return TestPublishResult.from_json(self._call("test", {"act": "publish", "member": member, "title": title, "text": text, "locale": locale}, idempotency_key or new_key()))

    def test_pay(
        self,
        *,
        member: str,
        order_no: str,
        idempotency_key: Optional[str] = None,
    ) -> TestPayResult:
        """Pays all parts of an order that are still due. Webhook: order.paid.

        member: Your id for the customer.
        order_no: The number of the order.
        idempotency_key: Sent with each attempt; a new one for each call if absent.

        Refused as test_mode_only, member_not_linked, object_unknown, act_refused, request_in_progress, idempotency_key_reused.
        """
        return TestPayResult.from_json(self._call("test", {"act": "pay", "member": member, "orderNo": order_no}, idempotency_key or new_key()))

    def test_refund(
        self,
        *,
        member: str,
        order_no: str,
        idempotency_key: Optional[str] = None,
    ) -> TestRefundResult:
        """Refunds a paid order in full. Webhook: order.refunded.

        member: Your id for the customer.
        order_no: The number of the order.
        idempotency_key: Sent with each attempt; a new one for each call if absent.

        Refused as test_mode_only, member_not_linked, object_unknown, act_refused, request_in_progress, idempotency_key_reused.
        """
        return TestRefundResult.from_json(self._call("test", {"act": "refund", "member": member, "orderNo": order_no}, idempotency_key or new_key()))

    def test_advance(
        self,
        *,
        member: str,
        days: int,
        idempotency_key: Optional[str] = None,
    ) -> TestAdvanceResult:
        """Lets days pass for the customer: rent, expiry of orders and machines, waiting periods, coins.

        member: Your id for the customer.
        days: text.
        idempotency_key: Sent with each attempt; a new one for each call if absent.

        Refused as test_mode_only, member_not_linked, object_unknown, act_refused, request_in_progress, idempotency_key_reused.
        """
        return TestAdvanceResult.from_json(self._call("test", {"act": "advance", "member": member, "days": days}, idempotency_key or new_key()))

    def test_unlink(
        self,
        *,
        member: str,
        idempotency_key: Optional[str] = None,
    ) -> TestUnlinkResult:
        """Ends the link, as the customer can. Webhook: link.ended.

        member: Your id for the customer.
        idempotency_key: Sent with each attempt; a new one for each call if absent.

        Refused as test_mode_only, member_not_linked, object_unknown, act_refused, request_in_progress, idempotency_key_reused.
        """
        return TestUnlinkResult.from_json(self._call("test", {"act": "unlink", "member": member}, idempotency_key or new_key()))
