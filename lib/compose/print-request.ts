import type { ComposeForm } from "./compose-form.ts";
import { object, quote } from "./json-text.ts";
import { optionIds } from "./option-ids.ts";
import { printDate, printObservation } from "./print-observation.ts";

/**
 * The form as JSON on one line: the body that would be sent. Written by hand, so that the options keep their order and
 * two of one id stay two: an object would drop one, and put ids such as "10" first.
 */
export function printRequest(form: ComposeForm): string {
  const ids = optionIds(form.options);
  const idOf = new Map(form.options.map(({ key }, index) => [key, ids[index] ?? ""]));
  const criteria = form.options.map(
    ({ description }, index) => [ids[index] ?? "", description === "" ? "null" : quote(description)] as const,
  );
  return object([
    ["model", quote(form.model)],
    [
      "task",
      object([
        ["type", quote("choice")],
        ["instructions", quote(form.instructions)],
        ["criteria", object(criteria)],
        [
          "resolution",
          object([
            ["criteria", quote(form.resolutionCriteria)],
            ["resolves_at", printDate(form.resolvesAt)],
          ]),
        ],
      ]),
    ],
    [
      "input",
      object([
        ["as_of", printDate(form.asOf)],
        ["context", `[${form.observations.map((observation) => printObservation(observation, idOf)).join(",")}]`],
      ]),
    ],
  ]);
}
