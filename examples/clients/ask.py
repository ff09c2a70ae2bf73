"""Follows one request through its whole life: review, forecast, proof and score.

GATEWAY_URL=http://localhost:3000 GATEWAY_API_KEY=dmk_… python3 ask.py request.json
"""

import json
import os
import sys
import time
from pathlib import Path

from gateway_client import GatewayClient, GatewayError
from gateway_proof import verify_proof

SCORE_EVERY_SECONDS = 5

client = GatewayClient(os.environ.get("GATEWAY_URL", "http://localhost:3000"), os.environ["GATEWAY_API_KEY"])
request = json.loads(Path(sys.argv[1]).read_text())

try:
    answer = client.predict(request)
except GatewayError as error:
    if error.submission is None:
        raise
    print(f"Waits for review: {error.submission['url']}", flush=True)
    client.wait_for_review(error)
    answer = client.predict(request)
request_id = answer["request_id"]
print(f"Forecast {request_id}: {json.dumps(answer['result']['probabilities'])}", flush=True)

proof = client.proof(request_id)
Path(f"{request_id}.tlog-proof").write_text(proof)
print(f"Proven: event {verify_proof(proof, client.policy()).seq} of the audit log", flush=True)

score = client.scores(request_id)
while not score["scored"] and score["reason"] in ("no_outcome", "unconfirmed"):
    time.sleep(SCORE_EVERY_SECONDS)
    score = client.scores(request_id)
print(f"Score: Brier {score['brier']}, log {score['log']}" if score["scored"] else f"No score: {score['message']}")
