import { shortDigest } from "#lib/format.ts";

/** A digest, cut short; the whole on hover, and for those who copy it. */
export function Digest({ value, whole = false }: { readonly value: string; readonly whole?: boolean }) {
  return <code title={value}>{whole ? value : shortDigest(value)}</code>;
}
