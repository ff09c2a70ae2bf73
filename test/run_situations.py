"""Runs the situations of clients/situations.ts, read from a file, and prints their outcomes as JSON."""

import base64
import json
import random
import re
import sys
import threading
import traceback
import urllib.request

sys.path.insert(0, "clients/python")
import forecasting_gateway_client as package

random.random = lambda: 0.5
JITTER = 1.25
given = json.load(open(sys.argv[1]))


class Clock:
    def __init__(self, cancel):
        self.time, self.waits, self.cancel = 0.0, [], cancel

    def monotonic(self):
        return self.time

    def sleep(self, seconds):
        self.waits.append(seconds / JITTER)
        self.time += seconds
        if self.cancel is not None:
            self.cancel.set()


def revive(value):
    if value == "$NaN":
        return float("nan")
    if value == "$follow":
        return urllib.request.build_opener()
    if value == "$circular":
        circular = []
        circular.append(circular)
        return circular
    if isinstance(value, str) and value.startswith("$bytes:"):
        return base64.b64decode(value[len("$bytes:") :])
    if isinstance(value, dict):
        return {name: revive(one) for name, one in value.items()}
    return value


def options_of(options):
    """Returns keyword arguments: snake case, and seconds instead of milliseconds."""
    names = {"fetch": "opener", "signal": "cancel"}
    found = {}
    for name, value in options.items():
        if value != "$undefined":
            is_time = name.endswith("Ms")
            name = names.get(name) or re.sub("([A-Z])", r"_\1", name.replace("Ms", "")).lower()
            found[name] = value / 1000 if is_time and isinstance(value, (int, float)) else revive(value)
    return found


def run(situation):
    call = re.sub("([A-Z])", r"_\1", situation["call"]).lower()
    options = options_of(situation["options"])
    cancel = options.get("cancel")
    if isinstance(cancel, str):
        options["cancel"] = threading.Event()
        if cancel == "aborted":
            options["cancel"].set()
        if cancel == "aborts in an attempt":
            threading.Timer(0.1, options["cancel"].set).start()
    clock = Clock(options["cancel"] if cancel == "aborts in a wait" else None)
    args = [revive(arg) for arg in situation["args"]]
    try:
        if call.startswith("verify"):
            if call == "verify_webhook" and isinstance(args[3], int):
                args[3] /= 1000
            getattr(package, call)(*args)
        else:
            settings = {"clock": clock, **options_of(situation["client"])}
            getattr(package.GatewayClient(**settings), call)(*args, **options)
        return {"error": None, "waits": clock.waits}
    except Exception as error:
        shown = "".join(traceback.format_exception(type(error), error, error.__traceback__)) + repr(vars(error))
        return {
            "error": type(error).__name__,
            "isListed": isinstance(error, package.ClientError),
            "leaks": given["apiKey"] in shown,
            "message": str(error),
            "status": getattr(error, "status", None),
            "code": getattr(error, "code", None),
            "waits": clock.waits,
        }


print(json.dumps([run(situation) for situation in given["situations"]]))
