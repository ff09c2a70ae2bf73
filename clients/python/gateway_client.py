"""Single-file client for the forecasting gateway. Requires Python 3.9 or later and no packages.

    client = GatewayClient("https://forecasts.example.org", api_key)
    answer = client.predict(request)          # a dict, as docs/api.md describes it
    print(answer["result"]["probabilities"])
"""

import http.client
import json
import random
import time
import urllib.error
import urllib.request
import uuid

PASSING = {408, 429, 502, 503}
LONGEST_WAIT_SECONDS = 60


class PredictionError(Exception):
    """An error response of the gateway."""

    def __init__(self, status, code, message, issues, request_id):
        super().__init__(f"{code}: {message}")
        self.status = status
        self.code = code
        self.issues = issues
        self.request_id = request_id


class GatewayClient:
    """Calls POST /v1/predict. `retries` is the maximum number of retries after the statuses 408, 429, 502 and 503 or a
    lost connection. `timeout` is the limit for each attempt, in seconds. `wait` gets the delay before a retry, in
    seconds; tests can replace it."""

    def __init__(self, base_url, api_key, retries=3, timeout=60, wait=time.sleep):
        self._url = base_url.rstrip("/") + "/v1/predict"
        self._api_key = api_key
        self._retries = retries
        self._timeout = timeout
        self._wait = wait

    def predict(self, request, idempotency_key=None):
        """Requests a forecast. All attempts share one idempotency key, so a retry never causes a second inference.
        Raises PredictionError for an error response, and OSError if no attempt got a response."""
        headers = {
            "Authorization": f"Bearer {self._api_key}",
            "Content-Type": "application/json",
            "Idempotency-Key": f'"{idempotency_key or uuid.uuid4()}"',
        }
        body = json.dumps(request).encode()
        for attempt in range(self._retries + 1):
            call = urllib.request.Request(self._url, data=body, headers=headers, method="POST")
            try:
                with urllib.request.urlopen(call, timeout=self._timeout) as response:
                    return json.load(response)
            except urllib.error.HTTPError as error:
                # A replayed response is recorded for the key and never changes, so a retry is useless.
                is_recorded = error.headers.get("Idempotency-Replayed") == "true"
                if attempt == self._retries or is_recorded or error.code not in PASSING:
                    raise _read_error(error) from None
                retry_after = error.headers.get("Retry-After")
                error.close()
            except OSError:
                if attempt == self._retries:
                    raise
                retry_after = None
            except http.client.HTTPException as error:
                if attempt == self._retries:
                    raise OSError(f"The response is incomplete: {error!r}") from error
                retry_after = None
            self._wait(_wait_seconds(attempt, retry_after))


def _wait_seconds(attempt, retry_after):
    """Returns the delay from Retry-After, or 1, 2, 4 … seconds, plus up to 50 % jitter."""
    try:
        seconds = float(retry_after)
    except (TypeError, ValueError):
        seconds = 2**attempt
    return min(LONGEST_WAIT_SECONDS, seconds) * (1 + random.random() / 2)


def _read_error(response):
    """Returns PredictionError for an error of the gateway, and OSError for another response, such as an error page of
    a load balancer."""
    try:
        body = json.load(response)
        error = body["error"]
        return PredictionError(response.code, error["code"], error["message"], error["issues"], body["request_id"])
    except (ValueError, KeyError, TypeError, OSError, http.client.HTTPException):
        return OSError(f"The response is not from the gateway: status {response.code}")
