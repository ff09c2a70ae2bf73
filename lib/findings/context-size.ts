import { pointer } from "#lib/contract/issue.ts";
import type { Detector, Finding } from "./finding.ts";
import { textObservations } from "./text-observations.ts";

/** UTF-16 units of text in all observations together, and in one. */
const LONG_CONTEXT = 20_000;
const LONG_TEXT = 8_000;
const MANY = 200;

/** An empty context, an empty text, and more text than anyone reads with care. */
export const findContextSize: Detector = (request) => {
  const { context } = request.input;
  if (context.length === 0) return [EMPTY];
  const texts = textObservations(request);
  const findings: Finding[] = texts
    .filter(({ text }) => !/\S/.test(text))
    .map(({ path }) => ({
      id: "empty-text",
      severity: "medium",
      path,
      message: "This observation has no text. Fill it in or remove it.",
    }));
  const length = texts.reduce((sum, { text }) => sum + text.length, 0);
  if (length > LONG_CONTEXT || context.length > MANY) {
    const what = length > LONG_CONTEXT ? `${length} characters of text` : `${context.length} observations`;
    const message = `The context holds ${what}: more than a reviewer can check with care, and near the limit of the body. Keep what bears on the question.`;
    return [...findings, { id: "long-context", severity: "low", path: "/input/context", message }];
  }
  for (const { observation, text } of texts) {
    if (text.length <= LONG_TEXT) continue;
    const path = pointer(["input", "context", observation, "text"]);
    const message = `This text has ${text.length} characters. Keep the passages that bear on the question, each as an observation with its own date.`;
    findings.push({ id: "long-context", severity: "low", path, message });
  }
  return findings;
};

const EMPTY: Finding = {
  id: "empty-context",
  severity: "medium",
  path: "/input/context",
  message:
    "The context is empty: the model has nothing but the question. Add dated observations, or say why none are needed.",
};
