"""Client for the forecasting gateway. Requires Python 3.9 or later and no packages.

    client = GatewayClient("https://forecasts.example.org", api_key)
    answer = client.predict(request)          # a dict, as docs/api.md describes it
    print(answer["result"]["probabilities"])
"""

import base64
import hashlib
import hmac
import http.client
import json
import random
import time
import urllib.error
import urllib.parse
import urllib.request
import uuid

PASSING = {408, 429, 502, 503}
LONGEST_WAIT_SECONDS = 60
POLL_SECONDS = 10
WEBHOOK_TOLERANCE_SECONDS = 300


class _FollowNoRedirect(urllib.request.HTTPRedirectHandler):
    """Makes a redirect an HTTPError, because a redirect could send the API key to another host."""

    def http_error_302(self, *_):
        return None

    http_error_301 = http_error_303 = http_error_307 = http_error_308 = http_error_302


_OPENER = urllib.request.build_opener(_FollowNoRedirect)


class GatewayError(Exception):
    """An error response of the gateway. Branch on `code` and `reason`, because messages may change. `reason` tells causes
    of one code apart, or is None. `submission` is the review of the request if a review is missing, or None. `doc_url` is
    the code in the API reference, relative to the address of the gateway."""

    def __init__(self, status, body):
        error = body["error"]
        super().__init__(f"{error['code']}: {error['message']}")
        self.status = status
        self.code = error["code"]
        self.reason = error.get("reason")
        self.issues = error["issues"]
        self.submission = error.get("submission")
        self.doc_url = error.get("doc_url")
        self.request_id = body["request_id"]


class ReviewError(Exception):
    """Reviewers asked for changes to `submission`, rejected it, or it was withdrawn."""

    def __init__(self, submission):
        note = f": {submission['note']}" if submission.get("note") else ""
        super().__init__(f"The submission {submission['id']} is {submission['status']}{note}")
        self.submission = submission


class GatewayClient:
    """Asks a gateway for forecasts, and looks up earlier requests of the same API key. `retries` is the maximum number of
    retries after the statuses 408, 429, 502 and 503 or a lost connection. `timeout` is the limit for each attempt, in
    seconds. `wait` gets a delay in seconds; tests can replace it. All methods raise GatewayError for an error response,
    and OSError for a redirect or if no attempt got a response."""

    def __init__(self, base_url, api_key, retries=3, timeout=60, wait=time.sleep):
        self._base_url = base_url.rstrip("/")
        self._api_key = api_key
        self._retries = retries
        self._timeout = timeout
        self._wait = wait

    def predict(self, request, idempotency_key=None):
        """Requests a forecast. All attempts share one idempotency key, so a retry never causes a second inference.

        result = client.predict(request)["result"]
        print(result["choice"], result["probabilities"])
        """
        headers = {"Content-Type": "application/json", "Idempotency-Key": f'"{idempotency_key or uuid.uuid4()}"'}
        return json.loads(self._send("/v1/predict", headers, json.dumps(request).encode())[0])

    def wait_for_review(self, refused, timeout=None):
        """Waits until reviewers have decided on a request that `predict` refused. If they approved it, returns the
        submission; you can then send the request again. Raises ReviewError for any other decision, and TimeoutError
        after `timeout` seconds. Raises a refusal that names no submission unchanged. `refused` is a GatewayError or the
        id of a submission.

        try:
            answer = client.predict(request)
        except GatewayError as error:
            client.wait_for_review(error, timeout=3600)
            answer = client.predict(request)
        """
        submission_id = refused
        if isinstance(refused, GatewayError):
            if refused.submission is None:
                raise refused
            submission_id = refused.submission["id"]
        end = None if timeout is None else time.monotonic() + timeout
        while True:
            text, headers = self._send(f"/review-status/{submission_id}")
            submission = json.loads(text)
            if submission["status"] == "approved":
                return submission
            if submission["status"] != "submitted":
                raise ReviewError(submission)
            delay = _delay(headers, POLL_SECONDS)
            if end is not None and time.monotonic() + delay > end:
                raise TimeoutError(f"The submission {submission_id} is still waiting for review")
            self._wait(delay)

    def proof(self, request_id):
        """Returns the proof that the result of an earlier request is in the audit log (c2sp.org/tlog-proof).
        `gateway_proof.verify_proof` verifies it offline. Keep it: it is not available once the month is archived.

        proof, policy = client.proof(answer["request_id"]), client.policy()
        print(verify_proof(proof, policy).seq)
        """
        return self._send(f"/receipts/{request_id}")[0].decode()

    def policy(self):
        """Returns the verifier keys of the audit log and its witnesses (c2sp.org/tlog-policy). Keep a copy: a proof is
        only as trustworthy as the source of the keys that verify it.

        pathlib.Path("tlog-policy.txt").write_text(client.policy())
        """
        return self._send("/.well-known/tlog-policy")[0].decode()

    def scores(self, request_id):
        """Returns the scores of an earlier forecast, or the reason why it has none.

        score = client.scores(answer["request_id"])
        print(score["brier"] if score["scored"] else score["reason"])
        """
        return json.loads(self._send(f"/scores/{request_id}")[0])

    def _send(self, path, headers=None, body=None):
        """Returns the body and the headers of a response."""
        sent = {**(headers or {}), "Authorization": f"Bearer {self._api_key}"}
        method = "GET" if body is None else "POST"
        for attempt in range(self._retries + 1):
            call = urllib.request.Request(self._base_url + path, data=body, headers=sent, method=method)
            try:
                with _OPENER.open(call, timeout=self._timeout) as response:
                    return response.read(), response.headers
            except urllib.error.HTTPError as error:
                # A replayed response is recorded for the key and never changes, so a retry is useless.
                is_recorded = error.headers.get("Idempotency-Replayed") == "true"
                is_far = _delay(error.headers, 0) > LONGEST_WAIT_SECONDS
                if attempt == self._retries or is_recorded or is_far or error.code not in PASSING:
                    raise _read_error(error) from None
                found = error.headers
                error.close()
            except OSError:
                if attempt == self._retries:
                    raise
                found = {}
            except http.client.HTTPException as error:
                if attempt == self._retries:
                    raise OSError(f"The response is incomplete: {error!r}") from error
                found = {}
            # Up to 50 % jitter.
            self._wait(min(LONGEST_WAIT_SECONDS, _delay(found, 2**attempt)) * (1 + random.random() / 2))


def verify_webhook(secret, headers, body, now=None):
    """Verifies the signature of a webhook delivery and returns its message as a dict. `headers` maps lower-case names;
    `body` is the text as it came, before it is parsed. Raises ValueError if the signature does not match, or if the
    message was sent more than five minutes ago.

        message = verify_webhook(secret, headers, body)
        if message["type"] == "outcome.confirmed":
            print(message["data"]["scores"])
    """
    message_id, timestamp = headers.get("webhook-id", ""), headers.get("webhook-timestamp", "")
    if not timestamp.isdigit() or abs((time.time() if now is None else now) - int(timestamp)) > WEBHOOK_TOLERANCE_SECONDS:
        raise ValueError("The webhook's timestamp is missing or too far from the present")
    key = base64.b64decode(secret[len("whsec_") :] if secret.startswith("whsec_") else secret)
    expected = hmac.new(key, f"{message_id}.{timestamp}.{body}".encode(), hashlib.sha256).digest()
    encoded = "v1," + base64.b64encode(expected).decode()
    if not any(hmac.compare_digest(encoded, one) for one in headers.get("webhook-signature", "").split(" ")):
        raise ValueError("The webhook's signature does not match")
    return json.loads(body)


def _origin(url, location):
    try:
        parts = urllib.parse.urlsplit(urllib.parse.urljoin(url, location))
        return f"{parts.scheme}://{parts.netloc.rpartition('@')[2]}"
    except ValueError:
        return "an invalid address"


def _delay(headers, default):
    """Returns the seconds of a Retry-After header, or the default without a valid one."""
    try:
        return max(0.0, float(headers.get("Retry-After")))
    except (TypeError, ValueError):
        return default


def _read_error(response):
    """Returns GatewayError for an error of the gateway, and OSError for another response, such as an error page of a load
    balancer."""
    if 300 <= response.code < 400:
        here = _origin(response.url, "")
        target = _origin(response.url, response.headers.get("Location", ""))
        return OSError(f"{here} redirects to {target} (status {response.code}). Set base_url to the gateway's URL.")
    try:
        return GatewayError(response.code, json.load(response))
    except (ValueError, KeyError, TypeError, OSError, http.client.HTTPException):
        return OSError(f"The response is not from the gateway: status {response.code}")
