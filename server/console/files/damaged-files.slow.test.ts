import { count } from "drizzle-orm";
import { expect, it } from "vitest";
import { isGatewayError } from "#server/base/errors.ts";
import { events } from "#server/db/schema.ts";
import { DAMAGED_TEXTS } from "#test/damaged-files.ts";
import { signInRoles } from "#test/sign-in-roles.ts";
import { importFile } from "./import-file.ts";
import { uploadFile } from "./upload-evaluation.ts";

const { gateway, researcher } = await signInRoles({ CHANGES_PER_MINUTE: "1000" });
const { origin } = new URL(gateway.gateway.config.consoleUrl);

interface Report {
  readonly ok: boolean;
}

/** Returns the reports of the lines; an empty list if the file was refused as a whole. */
type Entrance = (bytes: Uint8Array<ArrayBuffer>) => Promise<readonly Report[]>;

const post =
  (handler: typeof importFile, path: string): Entrance =>
  async (body) => {
    const headers = { origin, cookie: researcher.cookie };
    const response = await handler(gateway.gateway, new Request(origin + path, { method: "POST", headers, body }));
    const answer: unknown = await response.json();
    if (response.status >= 400) return [];
    return [answer].flat().map((one) => Object(one));
  };

const call =
  (run: (text: string) => Promise<readonly Report[]>): Entrance =>
  (bytes) =>
    run(new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes)).catch((error: unknown) => {
      if (isGatewayError(Object(error).cause)) return [];
      throw error;
    });

const ENTRANCES: Readonly<Record<string, Entrance>> = {
  "POST /api/import/submissions": post(importFile, "/api/import/submissions"),
  "POST /api/import/evaluations": post(uploadFile, "/api/import/evaluations?name=file.jsonl"),
  "submissions.import": call((jsonl) => researcher.call.submissions.import({ jsonl })),
  "outcomes.import": call((file) => researcher.call.outcomes.import({ file })),
};

const CASES = Object.entries(ENTRANCES).flatMap(([entrance, send]) =>
  DAMAGED_TEXTS.map(({ name, bytes }) => ({ entrance, send, name, bytes })),
);

it.each(CASES)("$entrance accepts nothing of $name", async ({ send, bytes }) => {
  const countEvents = async () =>
    (await gateway.gateway.database.orm.select({ count: count() }).from(events))[0]?.count;
  const before = await countEvents();
  expect((await send(bytes)).filter(({ ok }) => ok)).toEqual([]);
  expect(await countEvents()).toBe(before);
});
