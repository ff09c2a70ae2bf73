"""Verification of webhook deliveries (standardwebhooks.com)."""

import base64
import hashlib
import hmac
import json
import re
import time
from typing import Any, Dict, Iterable, Mapping, Optional, Tuple, Union, cast

from .api import WebhookMessage
from .arguments import check, read_number, read_secret
from .errors import ArgumentError, WebhookError

TOLERANCE_SECONDS = 300
Text = Union[str, bytes]
Headers = Union[Mapping[str, str], Iterable[Tuple[Text, Text]]]


def verify_webhook(secret: str, headers: Headers, body: Text, now: Optional[float] = None) -> WebhookMessage:
    """Verifies the signature of a webhook delivery and returns its message. `headers` has names in any case. `body` is the
    text or the bytes as they came, before they are parsed. `now` is the time in seconds since 1970. Raises WebhookError
    if the signature does not match, or if the message was sent more than five minutes ago."""
    encoded = re.sub("^whsec_", "", read_secret("secret", secret))
    try:
        key = base64.b64decode(encoded, validate=True)
    except ValueError:
        key = b""
    check(key and base64.b64encode(key).decode() == encoded, 'secret must be "whsec_" and base64')
    check(isinstance(body, (str, bytes)), "body must be the text or the bytes of the request, before they are parsed")
    content = body if isinstance(body, bytes) else body.encode(errors="replace")
    by_name = _by_name(headers)
    message_id, timestamp, signatures = (by_name.get(f"webhook-{name}", "") for name in ("id", "timestamp", "signature"))
    sent_at = int(timestamp) if re.fullmatch("[0-9]{1,15}", timestamp) else float("inf")
    if abs(read_number("now", time.time() if now is None else now, 0, 8.64e12) - sent_at) > TOLERANCE_SECONDS:
        raise WebhookError("The webhook's timestamp is missing or too far from the present")
    signed = f"{message_id}.{timestamp}.".encode(errors="replace") + content
    expected = b"v1," + base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest())
    if not any(hmac.compare_digest(expected, one.encode(errors="replace")) for one in signatures.split(" ")):
        raise WebhookError("The webhook's signature does not match")
    try:
        message = json.loads(content.decode())
        str.__len__(message["type"])
    except (ValueError, LookupError, TypeError, RecursionError):
        raise WebhookError("The webhook's body is not a message of a gateway") from None
    return cast(WebhookMessage, message)


def _by_name(headers: Any) -> Dict[str, str]:
    try:
        pairs = headers.items() if hasattr(headers, "items") else headers
        texts = ([one.decode("latin-1") if isinstance(one, bytes) else str(one) for one in pair] for pair in pairs)
        return {name.lower(): value for name, value in texts}
    except (TypeError, ValueError):
        raise ArgumentError("headers must be the headers of the request") from None
