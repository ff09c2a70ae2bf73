import { fromBase64, toBase64 } from "./base64.ts";
import type { TreeHead } from "./merkle.ts";

/** The text of a checkpoint (c2sp.org/tlog-checkpoint), without extension lines. */
export interface CheckpointText extends TreeHead {
  /** Unique name of the log. */
  readonly origin: string;
}

export function printCheckpoint({ origin, size, root }: CheckpointText): string {
  return `${origin}\n${size}\n${toBase64(root)}\n`;
}

/** Returns undefined for a text that is not a checkpoint. Extension lines are ignored. */
export function parseCheckpoint(text: string): CheckpointText | undefined {
  const [origin = "", size = "", encoded = "", ...rest] = text.split("\n");
  const root = fromBase64(encoded, 32);
  if (origin === "" || root === undefined || rest.pop() !== "" || rest.includes("")) return undefined;
  const parsed = parseInteger(size);
  return parsed === undefined ? undefined : { origin, size: parsed, root };
}

/** Parses a non-negative safe integer without leading zeros. */
export function parseInteger(text: string): number | undefined {
  const value = Number(text);
  return /^(0|[1-9]\d*)$/.test(text) && Number.isSafeInteger(value) ? value : undefined;
}
