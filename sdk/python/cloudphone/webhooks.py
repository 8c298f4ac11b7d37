import base64
import binascii
import hashlib
import hmac
import json
import time
from dataclasses import dataclass
from typing import Any, Dict, Mapping, Optional, Union


@dataclass(frozen=True)
class WebhookMessage:
    #: The webhook-id: the same when a message is sent again.
    id: str
    type: str
    #: ISO 8601.
    timestamp: str
    #: Ids and states; `member` is your id for the customer.
    data: Dict[str, Any]


class WebhookError(Exception):
    """A request that is not from Cloudphone, or too old. Answer it with 400."""


def verify_webhook(
    secret: str,
    headers: Mapping[str, str],
    body: Union[bytes, str],
    *,
    now: Optional[float] = None,
    tolerance: float = 300,
) -> WebhookMessage:
    """The message in a request to your server, verified according to standardwebhooks.

    secret: whsec_…, as the console showed it
    headers: of the request, in any case
    body: exactly as it arrived, not parsed and written again
    now: seconds since the epoch, for tests
    Answer with a 2xx when you have stored the message. The same id may arrive again.
    """
    text = body.encode() if isinstance(body, str) else body
    given = {name.lower(): value for name, value in headers.items()}
    message_id, timestamp = given.get("webhook-id", ""), given.get("webhook-timestamp", "")
    if not timestamp.isdigit() or abs((time.time() if now is None else now) - int(timestamp)) > tolerance:
        raise WebhookError("webhook-timestamp is missing, or too old")
    prefix = "whsec_"
    key = base64.b64decode(secret[len(prefix) :] if secret.startswith(prefix) else secret)
    right = hmac.new(key, f"{message_id}.{timestamp}.".encode() + text, hashlib.sha256).digest()
    # While a secret is exchanged for another, a message is signed with both.
    if not any(hmac.compare_digest(one, right) for one in _signatures(given.get("webhook-signature", ""))):
        raise WebhookError("webhook-signature is not from Cloudphone")
    message = json.loads(text)
    return WebhookMessage(message_id, message["type"], message["timestamp"], message["data"])


def _signatures(header: str):
    for one in header.split(" "):
        if one.startswith("v1,"):
            try:
                yield base64.b64decode(one[3:], validate=True)
            except binascii.Error:
                pass
