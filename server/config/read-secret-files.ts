import { readFileSync } from "node:fs";

export type Environment = Readonly<Record<string, string | undefined>>;

/** Variables that may be read from a mounted secret: `NAME_FILE` is the path of the file. */
const SECRETS = [
  "DATABASE_URL",
  "REDIS_URL",
  "AUTH_SECRET",
  "GATEWAY_API_KEY",
  "METRICS_TOKEN",
  "MODEL_TOKEN",
  "MODEL_HEADERS",
  "OIDC_CLIENT_SECRET",
  "SMTP_URL",
];

/**
 * Returns the secrets read from files, by variable. Throws an Error that names the variable and its rule, never its
 * value.
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
    throw invalid("must name a file that can be read");
  }
  // Most editors and `echo` end a file with a line break.
  const secret = text.replace(/\r?\n$/, "");
  if (secret === "") throw invalid("must not name an empty file");
  return secret;
}
