import { readFileSync } from "node:fs";

export type Environment = Readonly<Record<string, string | undefined>>;

/** Variables that can also be read from a file, such as a mounted secret: `NAME_FILE` is the file's path. */
const SECRETS = [
  "DATABASE_URL",
  "REDIS_URL",
  "AUTH_SECRET",
  "GATEWAY_API_KEY",
  "METRICS_TOKEN",
  "MODEL_TOKEN",
  "MODEL_HEADERS",
  "CANDIDATE_MODEL_TOKEN",
  "CANDIDATE_MODEL_HEADERS",
  "OIDC_CLIENT_SECRET",
  "SMTP_URL",
];

/**
 * Reads the files of all `NAME_FILE` variables and returns their contents by `NAME`. Throws an Error that states the
 * variable and the violated rule, never the secret.
 */
export function readSecretFiles(environment: Environment): Environment {
  const named = SECRETS.flatMap((name) => {
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
  // One line break at the end is removed, because most editors and `echo` add one.
  const secret = text.replace(/\r?\n$/, "");
  if (secret === "") throw invalid("must not be the path of an empty file");
  return secret;
}
