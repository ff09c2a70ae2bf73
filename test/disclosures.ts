import { hash, randomBytes } from "node:crypto";
import { v7 as uuid } from "uuid";

/** Events with contents as docs/proofs.md describes them, made without code of the gateway. */

/** An event in a leaf, and disclosures for the same proof. */
export interface Disclosed {
  readonly leaf: Buffer<ArrayBuffer>;
  readonly disclosures: readonly string[];
}

export const leafOf = (event: object) => Buffer.concat([randomBytes(32), Buffer.from(JSON.stringify(event))]);

const encode = (text: string | Buffer) => Buffer.from(text).toString("base64url");
const digestOf = (disclosure: string) => hash("sha256", disclosure, "base64url");
const saltOf = (bytes: number) => encode(randomBytes(bytes));

export function discloseAll(contents: Readonly<Record<string, unknown>>): Disclosed {
  const id = uuid();
  const pairs = Object.entries(contents).map(
    ([field, value]) => [field, encode(JSON.stringify([saltOf(32), `test/${id}/${field}`, value]))] as const,
  );
  const digests = Object.fromEntries(pairs.map(([field, disclosure]) => [field, digestOf(disclosure)]));
  return { leaf: leafOf({ kind: "test", event_id: id, contents: digests }), disclosures: pairs.map(([, one]) => one) };
}

/** Disclosures that no verifier may accept, although the event contains their digests. */
export function badDisclosures(): Record<string, Disclosed> {
  const id = uuid();
  const [salt, name, value] = [saltOf(32), `test/${id}/note`, "ÿÿÿ"];
  const json = JSON.stringify([salt, name, value]);
  const good = encode(json);
  // With one byte in the last group, the last character has four bits that encode nothing.
  const oneLeft = encode(json.padEnd(json.length + ((4 - (Buffer.byteLength(json) % 3)) % 3)));
  const malformed: Record<string, string> = {
    "a missing part": encode(JSON.stringify([salt, name])),
    "an additional part": encode(JSON.stringify([salt, name, value, null])),
    "an object": encode(JSON.stringify({ 0: salt, 1: name, 2: value, length: 3 })),
    "too few random bytes": encode(JSON.stringify([saltOf(31), name, value])),
    "random bytes with padding": encode(JSON.stringify([`${salt}=`, name, value])),
    "a number instead of random bytes": encode(JSON.stringify([1, name, value])),
    "the name of another field": encode(JSON.stringify([salt, `test/${id}/notes`, value])),
    "the name of another event": encode(JSON.stringify([salt, `test/${uuid()}/note`, value])),
    "the name of another kind": encode(JSON.stringify([salt, `tests/${id}/note`, value])),
    "the field without the event": encode(JSON.stringify([salt, "note", value])),
    "null instead of a name": encode(JSON.stringify([salt, null, value])),
    "the alphabet of standard base64": Buffer.from(json).toString("base64").replaceAll("=", ""),
    padding: `${oneLeft}==`,
    "bits that encode nothing": oneLeft.replace(/.$/, (last) => String.fromCharCode(last.charCodeAt(0) + 1)),
    "no JSON": encode(json.slice(1)),
    "a byte order mark in it": encode(`\ufeff${json}`),
    "invalid UTF-8": encode(Buffer.from(json.replace(value, "\xff"), "latin1")),
    "a number that JSON lacks": encode(json.replace(`"${value}"`, "NaN")),
    "no characters": "",
  };
  const event = { kind: "test", event_id: id, contents: { note: digestOf(good) } };
  const first = encode(JSON.stringify([salt, `test/${id}/0`, value]));
  const numbered = encode(JSON.stringify([salt, "test/1/note", value]));
  return {
    ...Object.fromEntries(
      Object.entries(malformed).map(([what, one]) => [
        what,
        { leaf: leafOf({ ...event, contents: { note: digestOf(one) } }), disclosures: [one] },
      ]),
    ),
    "a repeated disclosure": { leaf: leafOf(event), disclosures: [good, good] },
    "a byte order mark before it": { leaf: leafOf(event), disclosures: [`\ufeff${good}`] },
    "an empty line": { leaf: leafOf(event), disclosures: [good, ""] },
    "the digest of another field": {
      leaf: leafOf({ ...event, contents: { note: digestOf("other"), other: digestOf(good) } }),
      disclosures: [good],
    },
    "an event without contents": { leaf: leafOf({ kind: "test", event_id: id }), disclosures: [good] },
    "contents that are a list": { leaf: leafOf({ ...event, contents: [digestOf(first)] }), disclosures: [first] },
    "an event whose id is a number": {
      leaf: leafOf({ ...event, event_id: 1, contents: { note: digestOf(numbered) } }),
      disclosures: [numbered],
    },
  };
}
