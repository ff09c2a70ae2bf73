import type { z } from "zod";
import { shorten } from "./shorten.ts";

/** Returns the first schema violation of an observation as one line: path and message. */
export function firstError(error: z.ZodError): string {
  const [issue] = error.issues;
  if (issue === undefined) return "The observation does not match the schema of its kind.";
  const keys = issue.code === "unrecognized_keys" ? issue.keys.slice(0, 1) : [];
  const where = [...issue.path, ...keys].map(String).join(".");
  return where === "" ? issue.message : `${shorten(where)}: ${issue.message}`;
}
