from .client import Cloudphone, CloudphoneError, CloudphoneUnreachable, sign
from .models import *  # noqa: F401,F403
from .models import EVENTS, SCOPES
from .webhooks import WebhookError, WebhookMessage, verify_webhook

__all__ = [
    "Cloudphone",
    "CloudphoneError",
    "CloudphoneUnreachable",
    "EVENTS",
    "SCOPES",
    "WebhookError",
    "WebhookMessage",
    "sign",
    "verify_webhook",
]
