import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { checkRequest } from "#lib/contract/check-request.ts";
import { questionTemplate } from "./question-template.ts";
import { questionTarget } from "./questions.ts";
import { readText } from "./read-file.ts";

it("the template imports without a refusal or a setting, and equals examples/questions.csv", () => {
  const content = readText(questionTemplate());
  if (!content.ok || content.form !== "table") throw new Error("the template is not a table");
  const { header, rows, refused } = content;
  const target = questionTarget("service-r13-c");
  const fields = target.guess(header);
  expect([refused, fields]).toEqual([[], header]);
  const prepared = target.prepare(header, rows, { fields, zone: undefined, decimal: undefined });
  expect(prepared).toMatchObject({ refused: [], asks: [], entries: [{ line: 2 }] });
  expect(checkRequest(JSON.parse(prepared.entries[0]?.text ?? "").request).ok).toBe(true);
  expect(readFileSync("examples/questions.csv", "utf8")).toBe(questionTemplate());
});
