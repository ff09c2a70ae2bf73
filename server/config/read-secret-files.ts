import { readFileSync } from "node:fs";
import type { Environment } from "./parse-variables.ts";
import { describeVariable, VARIABLES } from "./settings.ts";

/**
 * Reads the files of all `NAME_FILE` variables and returns their contents by `NAME`. Throws an Error that states the
 * variable and the violated rule, never the secret.
 */
export function readSecretFiles(environment: Environment): Environment {
  const named = VARIABLES.filter((name) => describeVariable(name).secret === true).flatMap((name) => {
    const path = environment[`${name}_FILE`];
    return path === undefined ? [] : [{ name, path }];
  });
  return Object.fromEntries(named.map(({ name, path }) => [name, readSecret(name, path, environment)]));
}

function readSecret(name: string, path: string, environment: Environment): string {
  const invalid = (rule: string) => new Error(`Invalid configuration:\n  ${name}_FILE ${rule}`);
  if (environment[name] !== undefined) throw invalid(`must not be set together with ${name}`);
  let text: string;
  try {
    text = readFileSync(path, "utf8");
  } catch {
    throw invalid("must be the path of a readable file");
  }
  const secret = text.trim();
  if (secret === "") throw invalid("must not be the path of an empty file");
  return secret;
}
