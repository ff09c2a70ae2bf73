import { comparable } from "#lib/text/comparable.ts";
import type { Detector, Finding } from "./finding.ts";
import { textObservations } from "./text-observations.ts";

/** Total UTF-16 units of all observation texts. */
const LONG_CONTEXT = 20_000;
const MANY = 200;

/** Reports an empty context, an empty text, or more text than a reviewer reads carefully. */
export const findContextSize: Detector = (request) => {
  const { context } = request.input;
  if (context.length === 0) return [EMPTY];
  const texts = textObservations(request);
  const findings: Finding[] = texts
    .filter(({ text }) => !/\S/.test(comparable(text)))
    .map(({ path }) => ({
      id: "empty-text",
      severity: "medium",
      path,
      message: "This observation has no text. Enter its text or remove the observation.",
    }));
  const length = texts.reduce((sum, { text }) => sum + text.length, 0);
  if (length <= LONG_CONTEXT && context.length <= MANY) return findings;
  const what = length > LONG_CONTEXT ? `${length} characters of text` : `${context.length} observations`;
  const message = `The context has ${what}: more than a reviewer can check carefully. Keep only the observations that are relevant to the question.`;
  return [...findings, { id: "long-context", severity: "low", path: "/input/context", message }];
};

const EMPTY: Finding = {
  id: "empty-context",
  severity: "medium",
  path: "/input/context",
  message:
    "The context is empty, so the model gets only the question. Add dated observations, or explain to the reviewers why none are needed.",
};
