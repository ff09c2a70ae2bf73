import { ERROR_CODES, ERRORS } from "./error-table.ts";
import { OBSERVATION_KINDS } from "./observation-kinds.ts";
import { openApiDocument } from "./open-api.ts";
import { REASON_NAMES, REASONS } from "./reasons.ts";
import { SAMPLE_REQUEST } from "./sample-request.ts";

/**
 * Returns the API reference as one text page for language models, generated from the same sources as the other
 * references.
 */
export function llmsText(url: string): string {
  const { info, paths, webhooks } = openApiDocument(url);
  const lookUps = Object.entries(paths).flatMap(([path, operation]) =>
    "get" in operation ? [`- GET ${path}: ${operation.get.summary}. ${operation.get.description}`] : [],
  );
  return [
    `# ${info.title}`,
    `> ${info.description}`,
    `POST ${url}/v1/predict with the header "Authorization: Bearer <API key>" and a JSON body.`,
    "## Documents",
    [
      `- [OpenAPI 3.1](${url}/openapi.json): every field with its bounds`,
      `- [Reference](${url}/docs): the same for people, with examples`,
    ].join("\n"),
    "## Request",
    fence(SAMPLE_REQUEST),
    "A new question is refused with TASK_NOT_SUPPORTED and automatically sent for review. `error.submission.id` identifies the submission: poll GET /review-status/{submission_id} with the delay in Retry-After, and send the same request again once `status` is `approved`.",
    'Send the header Idempotency-Key: "<UUID>" with each forecast. A repeated request with the same key gets the same answer, without a second inference.',
    "## Structured observations",
    Object.entries(OBSERVATION_KINDS)
      .map(([kind, { meaning, example }]) => `### ${kind}\n\n${meaning}\n\n${fence(example)}`)
      .join("\n\n"),
    "## Errors, in the order of checks",
    ERROR_CODES.map((code) => `- ${code} (${ERRORS[code].status}): ${ERRORS[code].cause} ${ERRORS[code].remedy}`).join(
      "\n",
    ),
    "## Values of error.reason",
    REASON_NAMES.map((reason) => `- ${reason}: ${REASONS[reason]}`).join("\n"),
    "## Look-ups of earlier requests, with the same API key",
    lookUps.join("\n"),
    "## Webhooks",
    Object.entries(webhooks)
      .map(([type, { post }]) => `- ${type}: ${post.description}`)
      .join("\n"),
    "",
  ].join("\n\n");
}

function fence(value: unknown): string {
  return `\`\`\`json\n${JSON.stringify(value, null, 2)}\n\`\`\``;
}
