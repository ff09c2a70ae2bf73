import { text } from "node:stream/consumers";
import { createConfig, lintFromString } from "@redocly/openapi-core";

/** Reads an OpenAPI document and prints, as JSON, violations of all Redocly rules except these. */
const rules = {
  // Our licence has an identifier, errors have their own format, and an example is a whole body.
  "info-license-url": "off",
  "operation-4xx-problem-details-rfc7807": "off",
  "scalar-property-missing-example": "off",
  // Concerns requests, not schemas.
  "required-string-property-missing-min-length": "off",
  "path-segment-plural": "off",
};

const config = await createConfig({ extends: ["all"], rules });
const problems = await lintFromString({ source: await text(process.stdin), absoluteRef: "openapi.json", config });
console.log(
  JSON.stringify(
    problems.map(({ ruleId, severity, message, location }) => ({
      ruleId,
      severity,
      message,
      at: location[0]?.pointer,
    })),
  ),
);
