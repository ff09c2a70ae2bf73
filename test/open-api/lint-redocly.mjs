import { text } from "node:stream/consumers";
import { createConfig, lintFromString } from "@redocly/openapi-core";

/** Reads an OpenAPI document and prints, as JSON, what `redocly lint` finds by its recommended rules. */

const config = await createConfig({ extends: ["recommended"] });
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
