# Generated from the OpenAPI document by `npm run sdks`. Do not edit.
from dataclasses import dataclass
from typing import Any, Dict, List, Optional

#: The scopes of each feature.
SCOPES: Dict[str, List[str]] = {
    "wallet": ["wallet:read", "withdraw:prepare", "payout:prepare"],
    "work-orders": ["work-orders:read", "work-orders:write"],
    "notices": ["notices:read", "notices:write"],
    "devices": ["devices:read", "devices:write", "devices:buy", "screen:read", "screen:control"],
    "screen": ["screen:read", "screen:control"],
    "orders": ["orders:read", "orders:write", "orders:pay"],
    "points": ["points:read", "points:buy"],
    "chat": ["chat:read", "chat:write"],
    "accounts": ["accounts:read", "accounts:write"],
    "logs": ["logs:read"],
    "feed": ["feed:read", "feed:write"],
    "shop": ["shop:read", "shop:write"],
    "promotion": ["promotion:read"],
    "invitation": ["invitation:read"],
    "declarations": ["declarations:read", "declarations:write"],
}

#: The types of webhook messages.
EVENTS: List[str] = ["withdrawal.updated", "order.paid", "order.refunded", "work_order.answered", "notice.published", "link.ended", "watch.updated", "deprecation.found"]


@dataclass(frozen=True)
class LinkedMember:
    member: str  # Your id for the customer
    since: str  # ISO 8601

    @classmethod
    def from_json(cls, data: Dict[str, Any]) -> "LinkedMember":
        return cls(
            member=data["member"],
            since=data["since"],
        )


@dataclass(frozen=True)
class DeliveredMessage:
    id: str  # The id of a message, also its webhook-id
    type: str
    body: Dict[str, Any]  # As it is sent: type, timestamp, data
    attempts: int
    delivered_at: Optional[str] = None  # ISO 8601; absent until a 2xx
    last_result: Optional[str] = None  # The HTTP status of the last attempt, or the reason why there was none

    @classmethod
    def from_json(cls, data: Dict[str, Any]) -> "DeliveredMessage":
        return cls(
            id=data["id"],
            type=data["type"],
            body=data["body"],
            attempts=data["attempts"],
            delivered_at=data.get("deliveredAt"),
            last_result=data.get("lastResult"),
        )


@dataclass(frozen=True)
class Token:
    token: str  # For the page that asked; begins with et_
    expires_in: int  # Lifetime in seconds
    subject: str  # Identifies the member to your page; the same for every token of the customer
    request_id: str  # Tell us this id when you ask about the request
    test: Optional[bool] = None  # Of a gateway in test mode

    @classmethod
    def from_json(cls, data: Dict[str, Any]) -> "Token":
        return cls(
            token=data["token"],
            expires_in=data["expiresIn"],
            subject=data["subject"],
            request_id=data["requestId"],
            test=data.get("test"),
        )


@dataclass(frozen=True)
class LinkMemberResult:
    member: str  # Your id for the customer
    linked: bool  # Whether the customer is linked to an account
    request_id: str  # Tell us this id when you ask about the request
    connect_url: Optional[str] = None  # Our page on which the customer gives consent; valid for 30 minutes

    @classmethod
    def from_json(cls, data: Dict[str, Any]) -> "LinkMemberResult":
        return cls(
            member=data["member"],
            linked=data["linked"],
            request_id=data["requestId"],
            connect_url=data.get("connectUrl"),
        )


@dataclass(frozen=True)
class ConnectMemberResult:
    member: str  # Your id for the customer
    linked: bool  # Whether the customer is linked to an account
    request_id: str  # Tell us this id when you ask about the request

    @classmethod
    def from_json(cls, data: Dict[str, Any]) -> "ConnectMemberResult":
        return cls(
            member=data["member"],
            linked=data["linked"],
            request_id=data["requestId"],
        )


@dataclass(frozen=True)
class CreateMemberResult:
    member: str  # Your id for the customer
    linked: bool  # Whether the customer is linked to an account
    created: bool  # Whether this request created the account
    request_id: str  # Tell us this id when you ask about the request
    account: Optional[str] = None  # The user name of a member made with `test`

    @classmethod
    def from_json(cls, data: Dict[str, Any]) -> "CreateMemberResult":
        return cls(
            member=data["member"],
            linked=data["linked"],
            created=data["created"],
            request_id=data["requestId"],
            account=data.get("account"),
        )


@dataclass(frozen=True)
class UnlinkMemberResult:
    member: str  # Your id for the customer
    linked: bool  # Whether the customer is linked to an account
    request_id: str  # Tell us this id when you ask about the request

    @classmethod
    def from_json(cls, data: Dict[str, Any]) -> "UnlinkMemberResult":
        return cls(
            member=data["member"],
            linked=data["linked"],
            request_id=data["requestId"],
        )


@dataclass(frozen=True)
class ListMembersResult:
    items: List[LinkedMember]
    request_id: str  # Tell us this id when you ask about the request
    next: Optional[str] = None  # Your id for the customer

    @classmethod
    def from_json(cls, data: Dict[str, Any]) -> "ListMembersResult":
        return cls(
            items=[LinkedMember.from_json(one) for one in data["items"]],
            request_id=data["requestId"],
            next=data.get("next"),
        )


@dataclass(frozen=True)
class ListMessagesResult:
    items: List[DeliveredMessage]
    request_id: str  # Tell us this id when you ask about the request
    next: Optional[str] = None  # The id of a message, also its webhook-id

    @classmethod
    def from_json(cls, data: Dict[str, Any]) -> "ListMessagesResult":
        return cls(
            items=[DeliveredMessage.from_json(one) for one in data["items"]],
            request_id=data["requestId"],
            next=data.get("next"),
        )


@dataclass(frozen=True)
class ReplayMessageResult:
    id: str  # The id of a message, also its webhook-id
    request_id: str  # Tell us this id when you ask about the request

    @classmethod
    def from_json(cls, data: Dict[str, Any]) -> "ReplayMessageResult":
        return cls(
            id=data["id"],
            request_id=data["requestId"],
        )


@dataclass(frozen=True)
class Watch:
    member: str  # Your id for the customer
    id: str  # The id of the question
    state: str  # asked: not answered yet. declined or expired: no. allowed: you may open it. watching: a page shows it. ended: it is over; one of asked, declined, expired, allowed, watching, ended
    until: str  # When it ends by itself, or has ended: ISO 8601
    request_id: str  # Tell us this id when you ask about the request

    @classmethod
    def from_json(cls, data: Dict[str, Any]) -> "Watch":
        return cls(
            member=data["member"],
            id=data["id"],
            state=data["state"],
            until=data["until"],
            request_id=data["requestId"],
        )


@dataclass(frozen=True)
class OpenWatchResult:
    member: str  # Your id for the customer
    id: str  # The id of the question
    url: str  # For the `src` of an iframe
    until: str  # When the watching ends: ISO 8601
    request_id: str  # Tell us this id when you ask about the request

    @classmethod
    def from_json(cls, data: Dict[str, Any]) -> "OpenWatchResult":
        return cls(
            member=data["member"],
            id=data["id"],
            url=data["url"],
            until=data["until"],
            request_id=data["requestId"],
        )


@dataclass(frozen=True)
class TestApproveResult:
    member: str  # Your id for the customer
    request_id: str  # Tell us this id when you ask about the request
    number: str  # The number of the withdrawal or work order
    state: str  # The new state of the withdrawal

    @classmethod
    def from_json(cls, data: Dict[str, Any]) -> "TestApproveResult":
        return cls(
            member=data["member"],
            request_id=data["requestId"],
            number=data["number"],
            state=data["state"],
        )


@dataclass(frozen=True)
class TestRejectResult:
    member: str  # Your id for the customer
    request_id: str  # Tell us this id when you ask about the request
    number: str  # The number of the withdrawal or work order
    state: str  # The new state of the withdrawal

    @classmethod
    def from_json(cls, data: Dict[str, Any]) -> "TestRejectResult":
        return cls(
            member=data["member"],
            request_id=data["requestId"],
            number=data["number"],
            state=data["state"],
        )


@dataclass(frozen=True)
class TestRemitResult:
    member: str  # Your id for the customer
    request_id: str  # Tell us this id when you ask about the request
    number: str  # The number of the withdrawal or work order
    state: str  # The new state of the withdrawal

    @classmethod
    def from_json(cls, data: Dict[str, Any]) -> "TestRemitResult":
        return cls(
            member=data["member"],
            request_id=data["requestId"],
            number=data["number"],
            state=data["state"],
        )


@dataclass(frozen=True)
class TestAnswerResult:
    member: str  # Your id for the customer
    request_id: str  # Tell us this id when you ask about the request
    number: str  # The number of the withdrawal or work order

    @classmethod
    def from_json(cls, data: Dict[str, Any]) -> "TestAnswerResult":
        return cls(
            member=data["member"],
            request_id=data["requestId"],
            number=data["number"],
        )


@dataclass(frozen=True)
class TestPublishResult:
    member: str  # Your id for the customer
    request_id: str  # Tell us this id when you ask about the request
    id: str  # The id of the notice

    @classmethod
    def from_json(cls, data: Dict[str, Any]) -> "TestPublishResult":
        return cls(
            member=data["member"],
            request_id=data["requestId"],
            id=data["id"],
        )


@dataclass(frozen=True)
class TestPayResult:
    member: str  # Your id for the customer
    request_id: str  # Tell us this id when you ask about the request
    order_no: str  # The number of the order
    paid: bool  # Whether the order took the money; otherwise the balance did

    @classmethod
    def from_json(cls, data: Dict[str, Any]) -> "TestPayResult":
        return cls(
            member=data["member"],
            request_id=data["requestId"],
            order_no=data["orderNo"],
            paid=data["paid"],
        )


@dataclass(frozen=True)
class TestRefundResult:
    member: str  # Your id for the customer
    request_id: str  # Tell us this id when you ask about the request
    order_no: str  # The number of the order

    @classmethod
    def from_json(cls, data: Dict[str, Any]) -> "TestRefundResult":
        return cls(
            member=data["member"],
            request_id=data["requestId"],
            order_no=data["orderNo"],
        )


@dataclass(frozen=True)
class TestAdvanceResult:
    member: str  # Your id for the customer
    request_id: str  # Tell us this id when you ask about the request
    days: int  # The days that passed
    rents: int  # Daily rents that were paid, one for each machine order and day
    expired: int  # Unpaid orders that expired

    @classmethod
    def from_json(cls, data: Dict[str, Any]) -> "TestAdvanceResult":
        return cls(
            member=data["member"],
            request_id=data["requestId"],
            days=data["days"],
            rents=data["rents"],
            expired=data["expired"],
        )


@dataclass(frozen=True)
class TestUnlinkResult:
    member: str  # Your id for the customer
    request_id: str  # Tell us this id when you ask about the request
    linked: bool  # Whether the customer is linked to an account

    @classmethod
    def from_json(cls, data: Dict[str, Any]) -> "TestUnlinkResult":
        return cls(
            member=data["member"],
            request_id=data["requestId"],
            linked=data["linked"],
        )


@dataclass(frozen=True)
class TestMember:
    password: str  # To sign in as this member and to confirm withdrawals
    balance: Optional[int] = None  # The balance in fen; default: 0

    def to_json(self) -> Dict[str, Any]:
        return {key: value for key, value in {"password": self.password, "balance": self.balance}.items() if value is not None}
