import { isObject, parseJson } from "./json.ts";

/** Number of bytes before the JSON of an event: its hash in the chain. */
export const LEAF_HASH_BYTES = 32;

/** An event as a leaf of the log records it. Texts and personal data are outside, in its contents. */
export interface LeafEvent {
  readonly kind: string;
  readonly [name: string]: unknown;
}

/** Returns the event in a leaf, or undefined for a leaf without one. */
export function parseLeaf(leaf: Uint8Array): LeafEvent | undefined {
  const event = parseJson(leaf.subarray(LEAF_HASH_BYTES));
  return isObject(event) && isEvent(event) ? event : undefined;
}

function isEvent(event: Readonly<Record<string, unknown>>): event is LeafEvent {
  return typeof event.kind === "string";
}
