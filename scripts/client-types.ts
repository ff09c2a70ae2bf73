import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { openApiDocument } from "#lib/contract/open-api.ts";

/** `node scripts/client-types.ts`: generates the types of the TypeScript client from the OpenAPI document. */

const input = JSON.stringify(openApiDocument("http://localhost:3000"));
const { stdout, status } = spawnSync(process.execPath, ["test/open-api/generate-types.mjs"], {
  input,
  encoding: "utf8",
});
if (status !== 0) process.exit(1);
writeFileSync("clients/typescript/api.ts", stdout);
