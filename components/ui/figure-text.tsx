import type { FormattedCell } from "#lib/scores/score-tables.ts";

/** A value with its intervals in small print. */
export function FigureText({ text, intervals }: FormattedCell) {
  if (intervals === "") return text;
  return (
    <span>
      {text} <small className="dimmed">{intervals}</small>
    </span>
  );
}
