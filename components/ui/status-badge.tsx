import { Badge } from "@mantine/core";

export type Tone = "good" | "warn" | "bad" | "off";

const SIGNS = { good: "●", warn: "▲", bad: "■", off: "○" };

/** A state in a word, with a sign in front of it: colour is never the only one. */
export function StatusBadge({ tone, children }: { readonly tone: Tone; readonly children: string }) {
  return (
    <Badge component="span" color={tone}>
      <span aria-hidden="true">{SIGNS[tone]}</span>
      {`\u00a0${children}`}
    </Badge>
  );
}
