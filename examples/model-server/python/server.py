"""A model server for the forecasting gateway. Requires Python 3.9 or later and no packages.

    python3 examples/model-server/python/server.py

Replace the example model between the two dashed lines with your own. The rest of the file is the HTTP server.
"""

import hashlib
import hmac
import json
import math
import os
import sys
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

HOST = os.environ.get("HOST", "127.0.0.1")
PORT = int(os.environ.get("PORT", "8100"))
TOKEN = os.environ.get("MODEL_TOKEN", "")
LOAD_MS = int(os.environ.get("LOAD_MS", "2000"))
MAX_BODY_BYTES = 65_536


# ---------------------------------------------------------------------------------------------------------------------
# The example model. VERSION contains the digest of this file, because every change of the file may change the answers.

VERSION = "r13-c@" + hashlib.sha1(Path(__file__).read_bytes()).hexdigest()
LEAST = 0.001


class CannotAnswer(Exception):
    """Raised if the input contains nothing that the model can use."""


def load():
    """Placeholder: load the weights of your model here."""
    time.sleep(LOAD_MS / 1000)


def warm_up():
    """Placeholder: warm up your model here. This runs once, when the first request arrives."""
    time.sleep(0.02)


def forecast(task, given):
    """Maps each option to its probability: the log-linear pool of all forecasts and counts in the context."""
    options = sorted(task["criteria"])
    voices = [voice for voice in (listen(observation, options) for observation in given["context"]) if voice]
    if not voices:
        raise CannotAnswer('the model needs a structured observation of kind "forecast" or "counts"')
    logs = [sum(math.log(max(LEAST, voice[option])) for voice in voices) / len(voices) for option in options]
    weights = [math.exp(log - max(logs)) for log in logs]
    return {option: weight / sum(weights) for option, weight in zip(options, weights)}


def listen(observation, options):
    """Returns an observation's probabilities of the options; None if this model cannot use the observation."""
    data = observation.get("data", {})
    if data.get("kind") == "forecast":
        return numbers(data.get("probabilities"), options)
    counts = numbers(data.get("counts"), options) if data.get("kind") == "counts" else None
    if counts is None:
        return None
    # Adds half a case to each option (Jeffreys prior), so that no probability is 0.
    total = sum(counts.values()) + len(options) / 2
    return {option: (count + 0.5) / total for option, count in counts.items()}


def numbers(value, options):
    if not isinstance(value, dict) or sorted(value) != options:
        return None
    right = all(isinstance(each, (int, float)) and math.isfinite(each) and each >= 0 for each in value.values())
    return value if right else None


# ---------------------------------------------------------------------------------------------------------------------

loaded = threading.Event()
warm = threading.Event()
# The model handles one request at a time. Each response reports how long its request waited for this lock.
worker = threading.Lock()


def milliseconds(start, end):
    return (end - start) * 1000


def answer(request):
    arrived = time.perf_counter()
    with worker:
        begun = time.perf_counter()
        cold = not warm.is_set()
        if cold:
            warm_up()
            warm.set()
        ready = time.perf_counter()
        probabilities = forecast(request["task"], request["input"])
        done = time.perf_counter()
    return {
        "model_version": VERSION,
        "probabilities": probabilities,
        "timing": {
            "model_queue_ms": milliseconds(arrived, begun),
            "load_ms": milliseconds(begun, ready) if cold else 0,
            "inference_ms": milliseconds(ready, done),
            "cold_start": cold,
        },
    }


class Handler(BaseHTTPRequestHandler):
    def do_GET(self):
        if self.path != "/health/ready":
            self.send(404, {"error": "not found"})
        elif loaded.is_set():
            self.send(200, {"status": "ready"})
        else:
            self.send(503, {"status": "loading"})

    def do_POST(self):
        given = self.headers.get("Content-Length", "0")
        if not given.isdecimal():
            self.send(400, {"error": "the Content-Length is not a number"})
            return
        length = int(given)
        if length > MAX_BODY_BYTES:
            self.send(413, {"error": "the body is too large"})
            return
        # The body is read before any response, because closing a connection with unread data may lose the response.
        body = self.rfile.read(length)
        if self.path != "/predict":
            self.send(404, {"error": "not found"})
        elif not self.may_ask():
            self.send(401, {"error": "the token is missing or invalid"})
        elif not loaded.is_set():
            self.send(503, {"error": "the model is loading"}, {"Retry-After": "1"})
        else:
            self.predict(body)

    def predict(self, body):
        try:
            self.send(200, answer(json.loads(body)))
        except CannotAnswer as reason:
            self.send(422, {"error": str(reason)})
        except (ValueError, KeyError, TypeError, AttributeError):
            self.send(400, {"error": "the body is not a valid request"})

    def may_ask(self):
        given = self.headers.get("Authorization", "")
        return TOKEN == "" or hmac.compare_digest(given.encode(), f"Bearer {TOKEN}".encode())

    def send(self, status, body, headers=None):
        text = json.dumps(body, allow_nan=False).encode()
        self.send_response(status)
        for name, value in {"Content-Type": "application/json", **(headers or {})}.items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(text)))
        self.end_headers()
        self.wfile.write(text)


class Server(ThreadingHTTPServer):
    # The backlog of unaccepted connections. The default of 5 is too small, because the gateway opens many at once.
    request_queue_size = 128

    def handle_error(self, request, client_address):
        # A caller that disconnects is not an error.
        if not isinstance(sys.exc_info()[1], ConnectionError):
            super().handle_error(request, client_address)


def start_loading():
    load()
    loaded.set()
    print("The model is loaded.", flush=True)


if __name__ == "__main__":
    server = Server((HOST, PORT), Handler)
    threading.Thread(target=start_loading, daemon=True).start()
    print(f"Listening on http://{HOST}:{server.server_port} as {VERSION}", flush=True)
    try:
        server.serve_forever()
    except KeyboardInterrupt:
        pass
