"""Offline verification of proofs (c2sp.org/tlog-proof) with the keys in a policy (c2sp.org/tlog-policy)."""

import base64
import hashlib
import json
from typing import Any, Callable, Dict, List, NamedTuple, Optional, Set, Tuple

from .arguments import check
from .errors import ProofError

_ED25519, _COSIGNATURE = 1, 4
# The last second of the year 9999.
_MAX_TIME = 253_402_300_799
# The hash of an event in the chain, and the random bytes of a disclosure.
_LEAF_HASH_BYTES, _SALT_BYTES = 32, 32


class ProvenEvent(NamedTuple):
    """The content of a valid proof. `contents` has the texts and personal data that the proof discloses, by field; those of
    `event["contents"]` that are missing in it were withheld or erased. `seq` is the position in the audit log, from 1.
    `origin` is the name of the log. `cosignatures` has the Unix times in seconds that the witnesses state, by their names.
    The event was recorded before `witnessed_at`, the earliest time at which the policy's quorum of witnesses had cosigned;
    None if the policy requires no witness."""

    event: Dict[str, Any]
    contents: Dict[str, Any]
    seq: int
    origin: str
    cosignatures: Dict[str, int]
    witnessed_at: Optional[int]


class _Key(NamedTuple):
    name: str
    id: bytes
    kind: int
    public: bytes


_Policy = Tuple[List[_Key], Dict[str, _Key], Callable[[Set[str]], bool]]


def verify_proof(proof: str, policy: str) -> ProvenEvent:
    """Verifies a proof with the keys in a policy that you trust. Raises ProofError with the failed check."""
    check(isinstance(proof, str) and isinstance(policy, str), "proof and policy must be the texts of the two files")
    subject = "policy"
    try:
        trusted = _parse_policy(policy)
        subject = "proof"
        return _verify_proof(proof, trusted)
    except (ValueError, LookupError, TypeError, AttributeError, RecursionError) as error:
        reason = error if type(error) is ValueError else "it has another format"
        raise ProofError(f"The {subject} is not valid: {reason}") from error


def _verify_proof(proof: str, policy: _Policy) -> ProvenEvent:
    head, separator, note = proof.partition("\n\n")
    header, extra_line, index_line, *hash_lines = [*head.split("\n"), "", ""]
    _require(header == "c2sp.org/tlog-proof@v1" and separator != "", "not a proof")
    _require(extra_line.startswith("extra ") and index_line.startswith("index "), "no leaf")
    extra = _decode(extra_line[len("extra ") :])
    # The leaf ends at the first line break after its hash. Latin-1 keeps every byte of the disclosures.
    end = extra.find(b"\n", _LEAF_HASH_BYTES)
    leaf, disclosures = (extra, []) if end < 0 else (extra[:end], extra[end + 1 :].decode("latin-1").split("\n"))
    index = _integer(index_line[len("index ") :])
    hashes = [_decode(line, 32) for line in hash_lines[:-2]]
    logs, witnesses, is_quorum = policy
    origin, size, root, cosignatures = _verify_checkpoint(note, logs, witnesses)
    times = sorted([0, *cosignatures.values()])
    met = (end for end in times if is_quorum({name for name, time in cosignatures.items() if time <= end}))
    witnessed_at = next(met, None)
    _require(witnessed_at is not None, "missing cosignatures")
    _require(_root_of(_sha256(b"\0" + leaf), index, size, hashes) == root, "not in the log")
    event = _parse_json(leaf[_LEAF_HASH_BYTES:])
    _require(isinstance(event, dict) and isinstance(event.get("kind"), str), "not an event")
    contents = dict(_open(event, disclosure) for disclosure in disclosures)
    _require(len(contents) == len(disclosures), "changed content")
    return ProvenEvent(event, contents, index + 1, origin, cosignatures, witnessed_at or None)


def _open(event: Dict[str, Any], disclosure: str) -> Tuple[str, Any]:
    """Returns the field and the value of a disclosed content (RFC 9901) to which the event commits."""
    salt, name, value = _parse_json(_decode_url(disclosure))
    _require(len(_decode_url(salt)) == _SALT_BYTES and isinstance(event["event_id"], str), "changed content")
    prefix = f"{event['kind']}/{event['event_id']}/"
    _require(name.startswith(prefix), "changed content")
    field = name[len(prefix) :]
    _require(event["contents"][field] == _encode_url(_sha256(disclosure.encode())), "changed content")
    return field, value


def _verify_checkpoint(
    note: str, logs: List[_Key], witnesses: Dict[str, _Key]
) -> Tuple[str, int, bytes, Dict[str, int]]:
    text, _, block = note.rpartition("\n\n")
    text += "\n"
    origin, size, root, *_ = text.split("\n")
    _require(note.endswith("\n"), "not a checkpoint")
    signatures = {}
    for line in reversed(block[:-1].split("\n")):
        dash, name, encoded = line.split(" ")
        _require(dash == "\u2014", "not a checkpoint")
        signatures[name, _decode(encoded)[:4]] = _decode(encoded)[4:]
    found = [(key, signatures.get((key.name, key.id))) for key in logs if key.name == origin]
    signed = [_verify_signature(key.public, text.encode(), signature) for key, signature in found if signature is not None]
    _require(all(signed), "invalid signature")
    _require(signed != [], "unknown log")
    cosignatures = {}
    for witness, key in witnesses.items():
        cosignature = signatures.get((key.name, key.id))
        if cosignature is not None:
            time = int.from_bytes(cosignature[:8], "big")
            message = f"cosignature/v1\ntime {time}\n{text}".encode()
            is_valid = 1 <= time <= _MAX_TIME and _verify_signature(key.public, message, cosignature[8:])
            _require(is_valid, "invalid cosignature")
            cosignatures[witness] = time
    return origin, _integer(size), _decode(root, 32), cosignatures


def _root_of(leaf: bytes, index: int, size: int, hashes: List[bytes]) -> bytes:
    """Returns the root that an inclusion proof leads to (RFC 6962, section 2.1.1)."""
    _require(index < size, "not in the log")
    path = []
    start, end = 0, size
    while end - start > 1:
        middle = start + (1 << (end - start - 1).bit_length() - 1)
        path.append(index >= middle)
        start, end = (middle, end) if index >= middle else (start, middle)
    _require(len(path) == len(hashes), "not in the log")
    for is_right, sibling in zip(reversed(path), hashes):
        leaf = _sha256(b"\1" + (sibling + leaf if is_right else leaf + sibling))
    return leaf


def _parse_policy(text: str) -> _Policy:
    logs: List[_Key] = []
    witnesses: Dict[str, _Key] = {}
    rules: Dict[str, Callable[[Set[str]], bool]] = {}
    members: List[str] = []
    quorums = []
    for line in text.split("\n"):
        kind, *words = line.split() or ["#"]
        if kind.startswith("#"):
            continue
        if kind == "log":
            logs.append(_parse_key(words[0], _ED25519))
        elif kind == "quorum":
            quorums.append((lambda _: True) if words[0] == "none" else rules[words[0]])
        else:
            is_new = kind in ("witness", "group") and words[0] != "none" and words[0] not in rules
            _require(is_new, f"{line!r} defines nothing")
        if kind == "witness":
            witnesses[words[0]] = _parse_key(words[1], _COSIGNATURE)
            rules[words[0]] = lambda cosigned, name=words[0]: name in cosigned
        elif kind == "group":
            parts = [rules[name] for name in words[2:]]
            members += words[2:]
            least = {"any": 1, "all": len(parts)}.get(words[1]) or _integer(words[1])
            _require(1 <= least <= len(parts), f"{line!r} has a threshold out of range")
            rules[words[0]] = lambda cosigned, parts=parts, least=least: sum(met(cosigned) for met in parts) >= least
    _require(len(quorums) == 1, "it must have one quorum line")
    keys = [(key.kind, key.public) for key in [*logs, *witnesses.values()]]
    _require(len({*keys}) == len(keys) and len({*members}) == len(members), "it lists a key or a member twice")
    return logs, witnesses, quorums[0]


def _parse_key(text: str, kind: int) -> _Key:
    name, key_id, encoded = text.split("+", 2)
    value = _decode(encoded, 33)
    is_key = value[0] == kind and _sha256(name.encode() + b"\n" + value)[:4].hex() == key_id
    _require(is_key, f"{text!r} is not a verifier key of the required type")
    return _Key(name, bytes.fromhex(key_id), kind, value[1:])


def _require(is_met: bool, message: str) -> None:
    if not is_met:
        raise ValueError(message)


def _decode(text: str, length: Optional[int] = None) -> bytes:
    value = base64.b64decode(text, validate=True)
    _require(base64.b64encode(value).decode() == text and length in (None, len(value)), "invalid base64")
    return value


def _decode_url(text: str) -> bytes:
    value = _decode(text.replace("-", "+").replace("_", "/") + "=" * (-len(text) % 4))
    _require(_encode_url(value) == text, "invalid base64")
    return value


def _encode_url(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def _parse_json(data: bytes) -> Any:
    # JSON has no NaN and no Infinity, which are not integers either.
    return json.loads(data.decode(), parse_constant=_integer)


def _integer(text: str) -> int:
    _require(text.isascii() and text.isdigit() and text == str(int(text)), f"{text!r} is not a number")
    return int(text)


def _sha256(data: bytes) -> bytes:
    return hashlib.sha256(data).digest()


# Ed25519 (RFC 8032, section 5.1), with affine points. A signature takes about 50 ms.

_P = 2**255 - 19
_L = 2**252 + 27742317777372353535851937790883648493
_D = -121665 * pow(121666, -1, _P) % _P
_ROOT = pow(2, (_P - 1) // 4, _P)
_Point = Tuple[int, int]


def _verify_signature(public: bytes, message: bytes, signature: bytes) -> bool:
    key, commitment = _decompress(public), _decompress(signature[:32])
    scalar = int.from_bytes(signature[32:], "little")
    if len(signature) != 64 or key is None or commitment is None or scalar >= _L:
        return False
    challenge = int.from_bytes(hashlib.sha512(signature[:32] + public + message).digest(), "little") % _L
    return _multiply(_BASE, scalar) == _add(commitment, _multiply(key, challenge))


def _decompress(encoded: bytes) -> Optional[_Point]:
    sign, y = divmod(int.from_bytes(encoded, "little"), 1 << 255)
    square = (y * y - 1) * pow(_D * y * y + 1, -1, _P) % _P
    x = pow(square, (_P + 3) // 8, _P)
    x = x if x * x % _P == square else x * _ROOT % _P
    if y >= _P or x * x % _P != square or (x == 0 and sign == 1):
        return None
    return (x if x & 1 == sign else _P - x), y


def _add(one: _Point, other: _Point) -> _Point:
    (x1, y1), (x2, y2) = one, other
    product = _D * x1 * x2 * y1 * y2 % _P
    x = (x1 * y2 + x2 * y1) * pow(1 + product, -1, _P) % _P
    return x, (y1 * y2 + x1 * x2) * pow(1 - product, -1, _P) % _P


def _multiply(point: _Point, scalar: int) -> _Point:
    total = (0, 1)
    while scalar > 0:
        total = _add(total, point) if scalar & 1 else total
        point, scalar = _add(point, point), scalar >> 1
    return total


_BASE: Any = _decompress((4 * pow(5, -1, _P) % _P).to_bytes(32, "little"))
