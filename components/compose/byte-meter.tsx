import { MAX_BODY_BYTES } from "#lib/contract/bounds.ts";
import { formatCount } from "#lib/format.ts";
import styles from "./byte-meter.module.css";

/** How much of the 32 KiB the body takes. */
export function ByteMeter({ bytes }: { readonly bytes: number }) {
  return (
    <span className={styles.meter} data-over={bytes > MAX_BODY_BYTES || undefined}>
      <meter
        min={0}
        max={MAX_BODY_BYTES}
        high={MAX_BODY_BYTES * 0.9}
        optimum={0}
        value={Math.min(bytes, MAX_BODY_BYTES)}
        aria-label="Size of the body"
      />{" "}
      {formatCount(bytes)} of {formatCount(MAX_BODY_BYTES)} bytes
    </span>
  );
}
