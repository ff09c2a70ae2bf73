import { expect, it } from "vitest";
import { DAMAGED_FILES, type Target } from "#test/damaged-files.ts";
import { caseTarget } from "./cases.ts";
import type { ImportTarget, Refusal } from "./file-content.ts";
import { observationTarget } from "./observations.ts";
import { outcomeTarget } from "./outcomes.ts";
import { questionTarget } from "./questions.ts";
import { readFile } from "./read-file.ts";

const options = ["yes", "no"].map((id, index) => ({ key: `o${index + 1}`, id, description: "" }));
const TARGETS: Readonly<Record<Target, ImportTarget>> = {
  observations: observationTarget(options),
  questions: questionTarget("release"),
  outcomes: outcomeTarget(),
  cases: caseTarget("release"),
};

/** Returns what the page shows for a file: the reason why it cannot be read, or the refused lines. */
async function refusalsOf(bytes: Uint8Array, target: ImportTarget): Promise<readonly Partial<Refusal>[]> {
  const content = await readFile(bytes);
  if (!content.ok) return [content];
  if (content.form === "values") return content.refused;
  const { header, rows, refused } = content;
  const settings = { fields: target.guess(header), zone: "Europe/Berlin", decimal: undefined };
  return [...refused, ...target.prepare(header, rows, settings).refused];
}

const CASES = DAMAGED_FILES.flatMap((file) =>
  Object.entries(TARGETS).flatMap(([name, target]) =>
    file.target === undefined || file.target === name ? [{ ...file, target, import: name }] : [],
  ),
);

it.each(CASES)("the import of $import refuses $name", async ({ bytes, target, line, why }) => {
  const refusals = await refusalsOf(bytes, target);
  const expected = { message: expect.stringContaining(why), ...(line !== undefined && { line }) };
  expect(refusals).toContainEqual(expect.objectContaining(expected));
  for (const { message = "" } of refusals) expect(message).toMatch(/^\S.*[.…]$/);
});
