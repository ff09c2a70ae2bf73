import type { ClientConfig } from "pg";
import { parseIntoClientConfig } from "pg-connection-string";
import { explainConnectionError } from "./explain-connection-error.ts";

/** The permitted values of parameters that the driver would misread otherwise. */
const PERMITTED: Readonly<Record<string, RegExp>> = {
  ssl: /^(true|1|0|no-verify)$/,
  sslmode: /^(disable|prefer|require|verify-ca|verify-full|no-verify)$/,
  sslrootcert: /^(?!system$)/,
};

/**
 * Returns the options of the driver for DATABASE_URL, with the contents of its certificate files. Throws an Error that
 * contains no part of the URL if a parameter is invalid or a file cannot be read.
 */
export function parseDatabaseUrl(url: string): ClientConfig {
  const [, path = "", query = ""] = /^\w+:\/\/[^/?]*(?:\/([^?]*))?(?:\?(.*))?$/.exec(url) ?? [];
  for (const [name, value] of new URLSearchParams(query)) {
    if (PERMITTED[name]?.test(value) === false)
      throw new Error(`DATABASE_URL has an unknown ${name}. See TLS to the database in docs/operations.md.`);
  }
  try {
    // The parser leaves some characters of the database's name encoded, such as %40.
    return { ...parseIntoClientConfig(url), ...(path === "" ? {} : { database: decodeURIComponent(path) }) };
  } catch (error) {
    throw explainConnectionError(error);
  }
}
