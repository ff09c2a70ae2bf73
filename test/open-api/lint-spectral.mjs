import { text } from "node:stream/consumers";
import core from "@stoplight/spectral-core";
import rulesets from "@stoplight/spectral-rulesets";

/** Reads an OpenAPI document and prints, as JSON, what Spectral finds by its rules for OpenAPI (`spectral:oas`). */

const spectral = new core.Spectral();
spectral.setRuleset({ extends: [[rulesets.oas, "recommended"]] });
const problems = await spectral.run(JSON.parse(await text(process.stdin)));
console.log(
  JSON.stringify(
    problems.map(({ code, severity, message, path }) => ({ rule: code, severity, message, at: path.join("/") })),
  ),
);
