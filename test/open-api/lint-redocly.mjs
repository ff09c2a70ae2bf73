import { text } from "node:stream/consumers";
import { createConfig, lintFromString } from "@redocly/openapi-core";

/** Reads an OpenAPI document from stdin and prints its violations of Redocly's rules as JSON. */

const rules = {
  // The licence has an identifier instead of a URL; errors have the contract's format; examples are whole bodies.
  "info-license-url": "off",
  "operation-4xx-problem-details-rfc7807": "off",
  "scalar-property-missing-example": "off",
  // Meant for request bodies, but this rule also checks responses.
  "required-string-property-missing-min-length": "off",
  // The contract sets the path /v1/predict, and C2SP the formats of proofs and keys.
  "path-segment-plural": "off",
  "paths-kebab-case": "off",
  "response-mime-type": "off",
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
