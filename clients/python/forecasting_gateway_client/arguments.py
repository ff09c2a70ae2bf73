"""Checks of arguments. Messages never contain the argument, because it may be secret."""

import json
import re
import urllib.parse
from typing import Any

from .errors import ArgumentError


def check(is_valid: Any, message: str) -> None:
    if not is_valid:
        raise ArgumentError(message)


def read_text(pattern: str, value: Any, message: str) -> str:
    check(isinstance(value, str) and re.fullmatch(pattern, value), message)
    return str(value)


def read_base_url(value: Any) -> str:
    """Returns the gateway's URL without a final `/`, `/v1` or `/v1/predict`."""
    message = "base_url must be an http or https URL without a user name, query and fragment"
    url = read_text(r"(?i)https?://[^\s/?#@][^\s?#@]*", value.strip() if isinstance(value, str) else None, message)
    try:
        parts = urllib.parse.urlsplit(url)
        check(parts.hostname and parts.port != 0, message)
        origin = f"{parts.scheme}://{parts.netloc.encode('idna').decode()}"
    except ValueError:
        raise ArgumentError(message) from None
    return origin + re.sub("/v1(/predict)?$", "", urllib.parse.quote(parts.path, safe="/%:!$&'()*+,;=~").rstrip("/"))


def read_secret(name: str, value: Any) -> str:
    """Returns a key or a secret without the white space around it, such as the newline at the end of a file."""
    text = value.strip() if isinstance(value, str) else None
    return read_text("[!-~]+", text, f"{name} must be a text without spaces, and not empty")


def read_number(name: str, value: Any, least: float, most: float) -> Any:
    is_number = isinstance(value, (int, float)) and not isinstance(value, bool)
    check(is_number and least <= value <= most, f"{name} must be a number from {least} to {most}")
    return value


def read_id(name: str, value: Any) -> str:
    return read_text("(?i)[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}", value, f"{name} must be a UUID")


def read_idempotency_key(value: Any) -> str:
    """Returns the value of an `Idempotency-Key` header (a string of RFC 9651)."""
    message = "idempotency_key must be a text of 1 to 255 printable ASCII characters"
    return '"' + re.sub(r'(["\\])', r"\\\1", read_text("[ -~]{1,255}", value, message)) + '"'


def print_request(value: Any) -> bytes:
    check(isinstance(value, dict), "request must be a dict")
    try:
        return json.dumps(value, allow_nan=False).encode()
    except (TypeError, ValueError, RecursionError) as error:
        raise ArgumentError("request has no JSON form") from error
