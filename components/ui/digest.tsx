import { shortDigest } from "#lib/format.ts";

/** Shows a shortened digest, or the full digest if `whole` is true. The tooltip always has the full digest. */
export function Digest({ value, whole = false }: { readonly value: string; readonly whole?: boolean }) {
  return <code title={value}>{whole ? value : shortDigest(value)}</code>;
}
