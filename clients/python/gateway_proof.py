"""Offline verification of proofs (c2sp.org/tlog-proof) with the keys in a policy (c2sp.org/tlog-policy). Requires no
packages: Ed25519 verification follows RFC 8032 and takes about 10 ms for each signature."""

import base64
import hashlib
import json
from collections import namedtuple

ProvenEvent = namedtuple("ProvenEvent", ["event", "contents", "seq", "origin", "cosignatures", "witnessed_at"])
ProvenEvent.__doc__ = """A proven event: its recorded JSON, a dict of the texts and personal data that the proof discloses, by
field (`event["contents"]` has the digest of each field; the others were withheld or erased), its position in the audit log
from 1, the name of the log, a dict of the Unix times in seconds that the witnesses state, by their names, and the Unix time
before which the event was recorded: the earliest time at which the policy's quorum of witnesses had cosigned, None if it
requires no witness."""

_HEADER = "c2sp.org/tlog-proof@v1"
_ED25519 = 1
_COSIGNATURE = 4
# The last second of the year 9999.
_MAX_TIME = 253_402_300_799
# The hash of an event in the chain, and the random bytes of a disclosure.
_LEAF_HASH_BYTES = 32
_SALT_BYTES = 32


class ProofError(Exception):
    """A proof or a policy is not valid."""


def verify_proof(proof, policy):
    """Verifies a proof with the keys in a policy that you trust, and returns a ProvenEvent. Raises ProofError with the
    failed check.

        proven = verify_proof(open("answer.tlog-proof").read(), open("tlog-policy.txt").read())
        print(proven.event["probabilities"])  # in the order of the sorted option ids
    """
    logs, witnesses, is_quorum = _parse_policy(policy)
    head, separator, note = proof.partition("\n\n")
    lines = head.split("\n")
    if not separator or lines[0] != _HEADER or len(lines) < 3:
        raise ProofError("not a proof")
    if not lines[1].startswith("extra ") or not lines[2].startswith("index "):
        raise ProofError("not a proof of a leaf")
    extra = _decode(lines[1][len("extra ") :])
    # The leaf ends at the first line break after its hash. Latin-1 keeps every byte of the disclosures.
    end = extra.find(b"\n", _LEAF_HASH_BYTES)
    leaf, disclosures = (extra, []) if end < 0 else (extra[:end], extra[end + 1 :].decode("latin-1").split("\n"))
    index = _integer(lines[2][len("index ") :])
    hashes = [_decode(line, 32) for line in lines[3:]]
    origin, size, root, cosignatures = _verify_checkpoint(note, logs, witnesses)
    times = sorted([0, *cosignatures.values()])
    met = (end for end in times if is_quorum({name for name, time in cosignatures.items() if time <= end}))
    witnessed_at = next(met, None)
    if witnessed_at is None:
        raise ProofError("missing cosignatures")
    if _root_of(_sha256(b"\0" + leaf), index, size, hashes) != root:
        raise ProofError("not in the log")
    event = _parse_json(leaf[_LEAF_HASH_BYTES:])
    if not isinstance(event, dict) or not isinstance(event.get("kind"), str):
        raise ProofError("not an event")
    contents = dict(_open(event, disclosure) for disclosure in disclosures)
    if len(contents) < len(disclosures):
        raise ProofError("changed content")
    return ProvenEvent(event, contents, index + 1, origin, cosignatures, witnessed_at or None)


def _open(event, disclosure):
    """Returns the field and the value of a disclosed content (RFC 9901) to which the event commits."""
    parts, digests, event_id = _parse_json(_decode_url(disclosure)), event.get("contents"), event.get("event_id")
    if isinstance(parts, list) and len(parts) == 3 and isinstance(digests, dict) and isinstance(event_id, str):
        salt, name, value = parts
        prefix = f"{event['kind']}/{event_id}/"
        if isinstance(salt, str) and len(_decode_url(salt)) == _SALT_BYTES and isinstance(name, str):
            field = name[len(prefix) :]
            if name == prefix + field and digests.get(field) == _encode_url(_sha256(disclosure.encode())):
                return field, value
    raise ProofError("changed content")


def _verify_checkpoint(note, logs, witnesses):
    text, separator, block = note.rpartition("\n\n")
    text += "\n"
    lines = text.split("\n")
    if not separator or not note.endswith("\n") or len(lines) < 4:
        raise ProofError("not a checkpoint")
    origin, size, root = lines[0], _integer(lines[1]), _decode(lines[2], 32)
    signatures = [_parse_signature(line) for line in block[:-1].split("\n")]
    is_signed = False
    for key in logs:
        if key["name"] != origin:
            continue
        found = _find(signatures, key)
        if found is None:
            continue
        if not _verify(key["public"], text.encode(), found):
            raise ProofError("invalid signature")
        is_signed = True
    if not is_signed:
        raise ProofError("unknown log")
    cosignatures = {}
    for name, key in witnesses.items():
        found = _find(signatures, key)
        if found is None:
            continue
        time = int.from_bytes(found[:8], "big")
        message = f"cosignature/v1\ntime {time}\n{text}".encode()
        if len(found) != 72 or not 1 <= time <= _MAX_TIME or not _verify(key["public"], message, found[8:]):
            raise ProofError("invalid cosignature")
        cosignatures[name] = time
    return origin, size, root, cosignatures


def _parse_signature(line):
    parts = line.split(" ")
    if len(parts) != 3 or parts[0] != "\u2014":
        raise ProofError("not a checkpoint")
    value = _decode(parts[2])
    return parts[1], value[:4], value[4:]


def _find(signatures, key):
    for name, key_id, signature in signatures:
        if name == key["name"] and key_id == key["id"]:
            return signature
    return None


def _root_of(leaf, index, size, hashes):
    """Returns the root that an inclusion proof leads to (RFC 6962, section 2.1.1)."""
    if index >= size:
        raise ProofError("not in the log")
    path = []
    start, end = 0, size
    while end - start > 1:
        middle = start + (1 << (end - start - 1).bit_length() - 1)
        path.append(index >= middle)
        start, end = (middle, end) if index >= middle else (start, middle)
    if len(path) != len(hashes):
        raise ProofError("not in the log")
    for is_right, sibling in zip(reversed(path), hashes):
        leaf = _sha256(b"\1" + (sibling + leaf if is_right else leaf + sibling))
    return leaf


def _parse_policy(text):
    logs, witnesses, rules, members, quorum = [], {}, {}, [], None
    for number, line in enumerate(text.split("\n"), 1):
        words = line.split()
        if not words or words[0].startswith("#"):
            continue
        try:
            if words[0] in ("witness", "group") and (words[1] == "none" or words[1] in rules):
                raise ProofError(f"{words[1]!r} is already defined")
            if words[0] == "log":
                logs.append(_parse_key(words[1], _ED25519))
            elif words[0] == "witness":
                witnesses[words[1]] = _parse_key(words[2], _COSIGNATURE)
                rules[words[1]] = lambda cosigned, name=words[1]: name in cosigned
            elif words[0] == "group":
                parts = [rules[name] for name in words[3:]]
                members += words[3:]
                least = {"any": 1, "all": len(parts)}.get(words[2]) or _integer(words[2])
                if not 1 <= least <= len(parts):
                    raise ProofError("a threshold out of range")
                rules[words[1]] = lambda cosigned, parts=parts, least=least: (
                    sum(is_met(cosigned) for is_met in parts) >= least
                )
            elif words[0] == "quorum":
                if quorum is not None:
                    raise ProofError("a second quorum")
                quorum = (lambda _: True) if words[1] == "none" else rules[words[1]]
            else:
                raise ProofError(f"{words[0]!r} is unknown")
        except (IndexError, KeyError, ProofError) as error:
            raise ProofError(f"line {number} of the policy: {error}") from None
    if quorum is None:
        raise ProofError("the policy has no quorum line")
    keys = [(key["type"], key["public"]) for key in [*logs, *witnesses.values()]]
    if len(set(keys)) < len(keys) or len(set(members)) < len(members):
        raise ProofError("the policy lists a key or a member of a group twice")
    return logs, witnesses, quorum


def _parse_key(text, kind):
    name, key_id, encoded = text.split("+", 2)
    value = _decode(encoded, 33)
    if value[0] != kind or _sha256(name.encode() + b"\n" + value)[:4].hex() != key_id:
        raise ProofError(f"{text!r} is not a verifier key of the required type")
    return {"name": name, "id": bytes.fromhex(key_id), "type": kind, "public": value[1:]}


def _decode(text, length=None):
    try:
        value = base64.b64decode(text, validate=True)
    except ValueError:
        raise ProofError("invalid base64") from None
    if base64.b64encode(value).decode() != text or length not in (None, len(value)):
        raise ProofError("invalid base64")
    return value


def _decode_url(text):
    value = _decode(text.replace("-", "+").replace("_", "/") + "=" * (-len(text) % 4))
    if _encode_url(value) != text:
        raise ProofError("invalid base64")
    return value


def _encode_url(data):
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def _parse_json(data):
    try:
        return json.loads(data.decode(), parse_constant=_refuse)
    except (ValueError, RecursionError):
        raise ProofError("not JSON") from None


def _refuse(constant):
    """JSON has no NaN and no Infinity."""
    raise ValueError(constant)


def _integer(text):
    if not (text.isascii() and text.isdigit() and text == str(int(text))):
        raise ProofError("not a number")
    return int(text)


def _sha256(data):
    return hashlib.sha256(data).digest()


# Ed25519 (RFC 8032, section 5.1), with points in extended homogeneous coordinates.

_P = 2**255 - 19
_L = 2**252 + 27742317777372353535851937790883648493
_D = -121665 * pow(121666, _P - 2, _P) % _P
_I = pow(2, (_P - 1) // 4, _P)


def _verify(public, message, signature):
    if len(signature) != 64:
        return False
    key, commitment = _decompress(public), _decompress(signature[:32])
    scalar = int.from_bytes(signature[32:], "little")
    if key is None or commitment is None or scalar >= _L:
        return False
    digest = hashlib.sha512(signature[:32] + public + message).digest()
    challenge = int.from_bytes(digest, "little") % _L
    left = _multiply(_BASE, scalar)
    right = _add(commitment, _multiply(key, challenge))
    return (left[0] * right[2] - right[0] * left[2]) % _P == 0 and (left[1] * right[2] - right[1] * left[2]) % _P == 0


def _decompress(encoded):
    y = int.from_bytes(encoded, "little")
    sign, y = y >> 255, y & (1 << 255) - 1
    if y >= _P:
        return None
    square = (y * y - 1) * pow(_D * y * y + 1, _P - 2, _P) % _P
    x = pow(square, (_P + 3) // 8, _P)
    if (x * x - square) % _P != 0:
        x = x * _I % _P
    if (x * x - square) % _P != 0 or (x == 0 and sign == 1):
        return None
    if x & 1 != sign:
        x = _P - x
    return x, y, 1, x * y % _P


def _add(one, other):
    x1, y1, z1, t1 = one
    x2, y2, z2, t2 = other
    a = (y1 - x1) * (y2 - x2) % _P
    b = (y1 + x1) * (y2 + x2) % _P
    c = 2 * t1 * t2 * _D % _P
    d = 2 * z1 * z2 % _P
    e, f, g, h = b - a, d - c, d + c, b + a
    return e * f % _P, g * h % _P, f * g % _P, e * h % _P


def _multiply(point, scalar):
    total = (0, 1, 1, 0)
    while scalar > 0:
        if scalar & 1:
            total = _add(total, point)
        point = _add(point, point)
        scalar >>= 1
    return total


_BASE = _decompress((4 * pow(5, _P - 2, _P) % _P).to_bytes(32, "little"))
