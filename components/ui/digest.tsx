import { shortDigest } from "#lib/format.ts";

/** Shortened digest with the full value in its tooltip; `whole` shows it in full. */
export function Digest({ value, whole = false }: { readonly value: string; readonly whole?: boolean }) {
  return <code title={value}>{whole ? value : shortDigest(value)}</code>;
}
