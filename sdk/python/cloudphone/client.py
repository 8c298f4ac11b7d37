import hashlib
import hmac
import json
import random
import time
import urllib.error
import urllib.parse
import urllib.request
import uuid
from typing import Any, Callable, Dict, Optional

from .operations import Operations


class CloudphoneError(Exception):
    """Cloudphone refused a request. Pass `status` and `body` on to your page as they are: the embed handles them."""

    def __init__(self, status: int, body: Dict[str, Any], retry_after: Optional[float] = None):
        super().__init__(f"{body.get('error')}: {body.get('message')}")
        self.status = status
        self.body = body
        self.error: str = body.get("error", "")
        self.request_id: Optional[str] = body.get("requestId")
        self.connect_url: Optional[str] = body.get("connectUrl")
        #: Seconds to wait before the next request, if the gateway named them.
        self.retry_after = retry_after


class CloudphoneUnreachable(Exception):
    """There was no answer, after all attempts."""


def sign(secret: str, timestamp: str, nonce: str, body: bytes) -> str:
    """The value of X-Signature: hex HMAC-SHA256 of `timestamp.nonce.body`."""
    text = f"{timestamp}.{nonce}.".encode() + body
    return hmac.new(secret.encode(), text, hashlib.sha256).hexdigest()


class _NoRedirects(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, *_args: Any) -> None:
        return None


class Cloudphone(Operations):
    """The client for a partner's server. It is safe to share between threads.

    gateway: https://embed.cloudphone.example
    partner: your public id, p_…
    secret: of one of your keys; never in a page
    timeout: seconds for one attempt
    retries: attempts after the first one, when there was no answer or the status was 429 or 5xx
    longest_wait: seconds; a longer Retry-After is raised at once
    """

    def __init__(
        self,
        gateway: str,
        partner: str,
        secret: str,
        *,
        timeout: float = 10,
        retries: int = 2,
        longest_wait: float = 5,
        sleep: Callable[[float], None] = time.sleep,
    ):
        parts = urllib.parse.urlsplit(gateway)
        if parts.scheme not in ("http", "https") or not parts.netloc:
            raise ValueError(f"gateway must be an address: {gateway}")
        self._origin = f"{parts.scheme}://{parts.netloc}"
        self._partner = partner
        self._secret = secret
        self._timeout = timeout
        self._retries = retries
        self._longest_wait = longest_wait
        self._sleep = sleep
        self._opener = urllib.request.build_opener(_NoRedirects)

    def _call(self, path: str, body: Dict[str, Any], idempotency_key: Optional[str]) -> Dict[str, Any]:
        given = {name: value for name, value in body.items() if value is not None}
        data = json.dumps(given, ensure_ascii=False, separators=(",", ":")).encode()
        attempt = 0
        while True:
            try:
                return self._attempt(path, data, idempotency_key)
            except CloudphoneError as error:
                if not (error.status == 429 or error.status >= 500 or error.error == "request_in_progress"):
                    raise
                wait = error.retry_after
                if attempt >= self._retries or (wait or 0) > self._longest_wait:
                    raise
            except CloudphoneUnreachable:
                wait = None
                if attempt >= self._retries:
                    raise
            # Full jitter: servers that failed together do not return together.
            self._sleep(wait if wait is not None else random.uniform(0, 0.5 * 2**attempt))
            attempt += 1

    def _attempt(self, path: str, data: bytes, idempotency_key: Optional[str]) -> Dict[str, Any]:
        timestamp, nonce = str(int(time.time() * 1000)), str(uuid.uuid4())
        headers = {
            "content-type": "application/json",
            "x-partner-id": self._partner,
            "x-timestamp": timestamp,
            "x-nonce": nonce,
            "x-signature": sign(self._secret, timestamp, nonce, data),
        }
        if idempotency_key is not None:
            headers["idempotency-key"] = idempotency_key
        request = urllib.request.Request(f"{self._origin}/embed/v1/{path}", data, headers, method="POST")
        try:
            with self._opener.open(request, timeout=self._timeout) as response:
                status, text, after = response.status, response.read(), None
        except urllib.error.HTTPError as error:
            status, text, after = error.code, error.read(), error.headers.get("retry-after")
        except OSError as error:
            raise CloudphoneUnreachable(str(error)) from error
        try:
            answer = json.loads(text)
        except ValueError:
            answer = {}
        if not isinstance(answer, dict):
            answer = {}
        if status == 200 and answer.get("code") == 0:
            return answer["data"]
        if "error" not in answer:
            answer = {"code": status, "error": "api_error", "message": f"The gateway answered {status} without a reason"}
        seconds = float(after) if after and after.isdigit() else None
        raise CloudphoneError(status, answer, seconds)
