import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Config } from "#server/config/read-config.ts";

/** The address in the examples of docs/api.md. */
const EXAMPLE_URL = "http://localhost:3000";

/**
 * Returns the API reference, docs/api.md, in Markdown, with the address of this deployment. Links to other documents
 * become plain text, because the gateway does not serve them.
 */
export async function readReference({ root, consoleUrl }: Pick<Config, "root" | "consoleUrl">): Promise<string> {
  const text = await readFile(join(root, "docs", "api.md"), "utf8");
  return text
    .replaceAll(/^<!--.*-->\n\n?/gm, "")
    .replaceAll(/\[([^\]]+)\]\([^:)]+\.md(?:#[^)]*)?\)/g, "$1")
    .replaceAll(EXAMPLE_URL, consoleUrl);
}
