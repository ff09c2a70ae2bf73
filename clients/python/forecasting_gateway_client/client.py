"""The client, which retries safely."""

import contextlib
import json
import queue
import random
import re
import threading
import time
import urllib.error
import urllib.parse
import urllib.request
import uuid
from email.utils import parsedate_to_datetime
from typing import Any, Callable, Dict, Optional, Tuple

from . import arguments as args
from .api import PredictionRequest, PredictionResponse, Score, SubmissionState
from .errors import CancelledError, ClientError, DeadlineError, GatewayError, NetworkError, ResponseError, ReviewError

# If the gateway requests a longer delay, such as after a used-up token budget, there is no retry.
MAX_RETRY_SECONDS = 60.0
POLL_SECONDS, MIN_POLL_SECONDS, MAX_POLL_SECONDS = 10.0, 1.0, 300.0
CHECK_CANCEL_SECONDS = 0.05
STATUSES = ("submitted", "approved", "changes_requested", "rejected", "withdrawn")

Cancel = Optional[threading.Event]
Seconds = Optional[float]
_Read = Callable[[str], Any]


class GatewayClient:
    """Requests forecasts from a gateway, and looks up earlier requests of the same API key. All errors are ClientErrors;
    README.md lists them. `attempt_timeout` is the time limit of each attempt, and `timeout` that of each call except
    `wait_for_review`, in seconds. `opener` may add a proxy or certificates. Tests can replace `clock`.

    The methods have the same time limit `timeout`, which replaces the client's, and an event `cancel`, which ends the call
    with a CancelledError."""

    def __init__(
        self,
        base_url: str,
        api_key: str,
        *,
        retries: int = 6,
        attempt_timeout: float = 60,
        timeout: float = 300,
        opener: Optional[urllib.request.OpenerDirector] = None,
        clock: Any = time,
    ) -> None:
        self._base_url = args.read_base_url(base_url)
        self._api_key = args.read_secret("api_key", api_key)
        self._retries = args.read_number("retries", retries, 0, 100)
        self._attempt_timeout = args.read_number("attempt_timeout", attempt_timeout, 0.001, 3600)
        self._timeout = args.read_number("timeout", timeout, 0.001, float("inf"))
        args.check(opener is None or hasattr(opener, "open"), "opener must have the method open")
        args.check(hasattr(clock, "monotonic") and hasattr(clock, "sleep"), "clock must have monotonic and sleep")
        self._opener = _plain_opener() if opener is None else opener
        self._clock = clock

    def predict(
        self,
        request: PredictionRequest,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Seconds = None,
        cancel: Cancel = None,
    ) -> PredictionResponse:
        """Requests a forecast. All attempts share one idempotency key, so a retry never causes a second inference. To repeat
        the call in another process, pass your own `idempotency_key`."""
        key = args.read_idempotency_key(str(uuid.uuid4()) if idempotency_key is None else idempotency_key)
        sent = {"headers": {"Content-Type": "application/json", "Idempotency-Key": key}, "data": args.print_request(request)}
        return self._send("/v1/predict", _read_answer, timeout, cancel, sent)

    def wait_for_review(self, refused: Any, *, timeout: Seconds = None, cancel: Cancel = None) -> SubmissionState:
        """Waits until reviewers have decided on a refused request. Outages do not end the wait. If the request was approved,
        returns the submission; then send the request again. Raises ReviewError for any other decision. `refused` is the
        error of `predict`, or the id of its submission, with which another process can continue the wait. An error without
        a submission is raised unchanged. The wait has no time limit by default."""
        known = refused.submission if isinstance(refused, GatewayError) else None
        if isinstance(refused, Exception) and known is None:
            raise refused
        path = f"/review-status/{args.read_id('the id of the submission', known['id'] if known else refused)}"
        end = self._end(float("inf") if timeout is None else timeout, cancel)
        has_answered, failures = known is not None, 0
        while True:
            outage = None
            try:
                state, delay = self._attempt(path, _read_state, end, cancel, {})
                if state["status"] == "approved":
                    return state
                if state["status"] != "submitted":
                    raise ReviewError(state)
                has_answered, failures = True, 0
                delay = POLL_SECONDS if delay is None else delay
            except ClientError as error:
                if not _is_outage(error, has_answered):
                    raise
                delay, outage = _delay_after(error, failures), error
                failures += 1
            delay = min(MAX_POLL_SECONDS, max(MIN_POLL_SECONDS, delay))
            if self._clock.monotonic() + delay > end:
                raise DeadlineError("The submission is still waiting for review") from outage
            self._sleep(delay, cancel)

    def proof(self, request_id: str, *, timeout: Seconds = None, cancel: Cancel = None) -> str:
        """Returns the proof that the result of an earlier request is in the audit log (c2sp.org/tlog-proof).
        `verify_proof` verifies it offline. Keep it: it is not available once the month is archived."""
        path = f"/receipts/{args.read_id('request_id', request_id)}"
        return self._send(path, lambda text: text.startswith("c2sp.org/tlog-proof@") and text, timeout, cancel)

    def policy(self, *, timeout: Seconds = None, cancel: Cancel = None) -> str:
        """Returns the verifier keys of the audit log and its witnesses (c2sp.org/tlog-policy). Keep a copy: a proof is
        only as trustworthy as the source of the keys that verify it."""
        return self._send("/.well-known/tlog-policy", lambda text: re.search(r"(?m)^log \S", text) and text, timeout, cancel)

    def scores(self, request_id: str, *, timeout: Seconds = None, cancel: Cancel = None) -> Score:
        """Returns the scores of an earlier forecast, or the reason why it has none."""
        return self._send(f"/scores/{args.read_id('request_id', request_id)}", _read_score, timeout, cancel)

    def _end(self, timeout: float, cancel: Cancel) -> float:
        args.check(cancel is None or hasattr(cancel, "is_set") and hasattr(cancel, "wait"), "cancel must be an Event")
        return float(self._clock.monotonic() + args.read_number("timeout", timeout, 0.001, float("inf")))

    def _send(self, path: str, read: _Read, timeout: Seconds, cancel: Cancel, sent: Dict[str, Any] = {}) -> Any:
        end = self._end(self._timeout if timeout is None else timeout, cancel)
        for retry in range(self._retries + 1):
            try:
                return self._attempt(path, read, end, cancel, sent)[0]
            except ClientError as error:
                delay = _delay_after(error, retry)
                is_last = retry == self._retries or delay > MAX_RETRY_SECONDS or self._clock.monotonic() + delay >= end
                if is_last or not _is_transient(error):
                    raise
            self._sleep(delay, cancel)

    def _sleep(self, seconds: float, cancel: Cancel) -> None:
        # Up to 50 % jitter, so that clients do not return all at once.
        seconds *= 1 + random.random() / 2
        cancel.wait(seconds) if cancel is not None and self._clock is time else self._clock.sleep(seconds)

    def _attempt(self, path: str, read: _Read, end: float, cancel: Cancel, sent: Dict[str, Any]) -> Tuple[Any, Seconds]:
        url = self._base_url + path
        request = urllib.request.Request(url, **sent)
        # An opener that follows a redirect does not send an unredirected header.
        request.add_unredirected_header("Authorization", f"Bearer {self._api_key}")
        limit = max(0.001, min(self._attempt_timeout, end - self._clock.monotonic()))
        status, headers, final_url, content = _exchange(self._opener, request, limit, cancel)
        retry_after = _read_retry_after(headers.get("Retry-After"), headers.get("Date"))
        if 300 <= status < 400 or final_url != url:
            target = _origin_of(url, headers.get("Location") or final_url)
            message = f"{_origin_of(url, url)} redirects to {target} (status {status}). Set base_url to the gateway's URL."
            raise ResponseError(message, status, retry_after)
        with contextlib.suppress(ValueError, LookupError, TypeError, RecursionError):
            reader = read if status == 200 else _read_error
            value = (status == 200 or status >= 400) and reader(content.decode())
            if value and status == 200:
                return value, retry_after
            if value:
                raise GatewayError(value, status, retry_after, headers.get("Idempotency-Replayed") == "true")
        raise ResponseError(f"The response of {url} is not from the gateway (status {status})", status, retry_after)


def _plain_opener() -> urllib.request.OpenerDirector:
    """Returns an opener without a handler of redirects, because a redirect could send the API key to another host."""
    opener = urllib.request.OpenerDirector()
    for handler in (urllib.request.ProxyHandler, urllib.request.HTTPHandler, urllib.request.HTTPSHandler):
        opener.add_handler(handler())
    return opener


def _exchange(opener: Any, request: urllib.request.Request, limit: float, cancel: Cancel) -> Any:
    """Sends a request and reads the whole response within `limit` seconds. Returns its status, headers, URL and body. A
    thread sends it, because nothing else ends a DNS lookup or a response that arrives byte by byte."""
    results: "queue.SimpleQueue[Any]" = queue.SimpleQueue()

    def send() -> None:
        try:
            try:
                # The loop below notices the limit first.
                response = opener.open(request, timeout=limit + 1)
            except urllib.error.HTTPError as error:
                response = error
            with response:
                results.put((response.getcode(), response.headers, response.url, response.read()))
        except Exception as error:
            results.put(error)

    thread, end, result = threading.Thread(target=send, daemon=True), time.monotonic() + limit, None
    while result is None:
        if cancel is not None and cancel.is_set():
            raise CancelledError("The call was cancelled")
        left = end - time.monotonic()
        if left <= 0:
            raise DeadlineError(f"{request.full_url} did not answer within {limit:.3g} s")
        if thread.ident is None:
            thread.start()
        with contextlib.suppress(queue.Empty):
            result = results.get(timeout=left if cancel is None else min(left, CHECK_CANCEL_SECONDS))
    if isinstance(result, Exception):
        reason = getattr(result, "reason", None) or result
        raise NetworkError(f"{request.full_url} sent no complete response: {reason!r}") from result
    return result


def _origin_of(url: str, location: str) -> str:
    """Returns only the origin, because the rest of the URL can be long or secret."""
    try:
        parts = urllib.parse.urlsplit(urllib.parse.urljoin(url, location))
        return f"{parts.scheme}://{parts.netloc.rpartition('@')[2]}"
    except ValueError:
        return "another address"


# These functions return False or raise an error for a text that the gateway cannot have sent.


def _read_answer(text: str) -> Any:
    value = json.loads(text)
    return isinstance(value["request_id"], str) and isinstance(value["result"]["probabilities"], dict) and value


def _read_state(text: str) -> Any:
    value = json.loads(text)
    return value["status"] in STATUSES and value


def _read_score(text: str) -> Any:
    value = json.loads(text)
    return isinstance(value["scored"], bool) and value


def _read_error(text: str) -> Any:
    value = json.loads(text)
    strings = (value["error"]["code"], value["error"]["message"], value["request_id"])
    return all(isinstance(one, str) for one in strings) and value


def _is_transient(error: Any) -> bool:
    """Whether the same request can succeed later, and no retry can cause a second inference."""
    if isinstance(error, GatewayError):
        return error.status in (408, 429, 503) and not error.is_replayed
    if isinstance(error, ResponseError):  # A proxy in front of the gateway sent it.
        return error.status in (408, 425, 429) or error.status >= 500
    return isinstance(error, (NetworkError, DeadlineError))


def _is_outage(error: ClientError, has_answered: bool) -> bool:
    """Once the gateway has answered, any response of another server is an outage too, such as a maintenance page."""
    is_failure = isinstance(error, GatewayError) and error.status >= 500
    return _is_transient(error) or is_failure or (isinstance(error, ResponseError) and has_answered)


def _delay_after(error: ClientError, failures: int) -> float:
    requested: Seconds = getattr(error, "retry_after", None)
    return min(MAX_RETRY_SECONDS, 2.0 ** min(failures, 10)) if requested is None else requested


def _read_retry_after(value: Optional[str], date: Optional[str]) -> Seconds:
    """Returns the seconds of a `Retry-After` header in seconds or as an HTTP date; None without a valid one."""
    if re.fullmatch("[0-9]+", value or ""):
        return float(value or 0)
    end = _timestamp(value)
    # The date of the response is the time of the gateway's own clock.
    return None if end is None else max(0.0, end - (_timestamp(date) or time.time()))


def _timestamp(text: Optional[str]) -> Seconds:
    try:
        return parsedate_to_datetime(text).timestamp() if text and text.endswith(" GMT") else None
    except (TypeError, ValueError, OverflowError):
        return None
