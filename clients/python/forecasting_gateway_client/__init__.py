"""Client for the forecasting gateway. Requires Python 3.9 or later and no packages.

client = GatewayClient("https://forecasts.example.org", api_key)
print(client.predict(request)["result"]["probabilities"])
"""

from .api import PredictionRequest, PredictionResponse, Score, SubmissionState, WebhookMessage
from .client import GatewayClient
from .errors import ArgumentError, CancelledError, ClientError, DeadlineError, GatewayError, NetworkError
from .errors import ProofError, ResponseError, ReviewError, WebhookError
from .proof import ProvenEvent, verify_proof
from .webhook import verify_webhook

__all__ = ["ArgumentError", "CancelledError", "ClientError", "DeadlineError", "GatewayClient", "GatewayError"]
__all__ += ["NetworkError", "PredictionRequest", "PredictionResponse", "ProofError", "ProvenEvent", "ResponseError"]
__all__ += ["ReviewError", "Score", "SubmissionState", "WebhookError", "WebhookMessage", "verify_proof", "verify_webhook"]
