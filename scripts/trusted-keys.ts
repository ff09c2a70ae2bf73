import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { type Policy, parsePolicy } from "#lib/tlog/policy.ts";
import type { TrustedKeys } from "#server/audit/log/log-keys.ts";
import { originOf } from "#server/audit/tree/signed-tree.ts";

const NAME = "tlog-policy.txt";

/**
 * Reads the policy that files are verified with: `--policy FILE`, by default tlog-policy.txt in the folder of the first
 * file. No gateway writes such a file, so its keys come from the person who verifies.
 */
export async function readPolicy(files: readonly string[], option: string | undefined): Promise<Policy> {
  const file = option ?? join(dirname(files[0] ?? ""), NAME);
  if (!existsSync(file))
    throw new Error(
      `${file} is missing. It contains the keys that you trust: save the gateway's /.well-known/tlog-policy under this ` +
        "name, or pass --policy FILE.",
    );
  return parsePolicy(readFileSync(file, "utf8"));
}

/** Trusts the logs in a policy. */
export function trustPolicy({ logs }: Policy): TrustedKeys {
  return async (databaseId) => logs.filter(({ name }) => name === originOf(databaseId));
}
