"""The errors of this package. It raises no others."""

from typing import Any, Dict, List, Optional

from .api import SubmissionState


class ClientError(Exception):
    """Base class of all errors that this package raises. No message contains the API key."""


class ArgumentError(ClientError):
    """An argument is invalid. Nothing was sent."""


class NetworkError(ClientError):
    """No response arrived, or it broke off. `__cause__` is the error of the opener."""


class DeadlineError(ClientError):
    """The time limit of an attempt or of the call has passed."""


class CancelledError(ClientError):
    """The event `cancel` was set."""


class ProofError(ClientError):
    """A proof, or the policy that verifies it, is not valid."""


class WebhookError(ClientError):
    """A message to a webhook is not signed with the secret, or was sent more than five minutes ago."""


class ResponseError(ClientError):
    """A response that is not from a gateway, such as a redirect or the page of a proxy. `retry_after` is in seconds."""

    def __init__(self, message: str, status: int, retry_after: Optional[float] = None) -> None:
        super().__init__(message)
        self.status, self.retry_after = status, retry_after


class GatewayError(ClientError):
    """An error response of the gateway. Branch on `code` and `reason`, because messages may change. `reason` tells causes
    of one code apart. `submission` is the review of the request if a review is missing. `retry_after` is in seconds. A
    retry gets an error with `is_replayed` again, because it is recorded for the idempotency key."""

    def __init__(self, body: Dict[str, Any], status: int, retry_after: Optional[float], is_replayed: bool) -> None:
        error = body["error"]
        super().__init__(f"{error['code']}: {error['message']}")
        self.status, self.retry_after, self.is_replayed = status, retry_after, is_replayed
        self.code: str = error["code"]
        self.reason: Optional[str] = error.get("reason")
        self.issues: List[Dict[str, str]] = error.get("issues", [])
        self.submission: Optional[SubmissionState] = error.get("submission")
        self.doc_url: Optional[str] = error.get("doc_url")
        self.request_id: str = body["request_id"]


class ReviewError(ClientError):
    """Reviewers asked for changes to `submission`, rejected it, or it was withdrawn."""

    def __init__(self, submission: SubmissionState) -> None:
        note = f": {submission['note']}" if submission.get("note") else ""
        super().__init__(f"The submission {submission['id']} is {submission['status']}{note}")
        self.submission = submission
