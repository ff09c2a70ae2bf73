import { beforeAll, describe, expect, it } from "vitest";
import { errorBodySchema } from "#lib/contract/response.ts";
import { exchange, type RawAnswer } from "#test/raw-socket.ts";
import { makeFolder, type ServerProcess, startMain, startNext } from "#test/run-process.ts";
import { copySeededFolder } from "#test/seeded-folder.ts";

let servers: readonly [process: ServerProcess, next: ServerProcess];

beforeAll(async () => {
  const [ours, theirs] = [makeFolder(), makeFolder()];
  await Promise.all([copySeededFolder(ours), copySeededFolder(theirs)]);
  servers = await Promise.all([startMain(ours), startNext(theirs)]);
});

function ask(line: string): Promise<RawAnswer[]> {
  return Promise.all(servers.map(({ port }) => exchange(port, [`${line} HTTP/1.1`, "Host: x"])));
}

describe("server/main.ts and plain `next start`", () => {
  it.each([
    ["GET /v1", 404],
    ["POST /v1/other", 404],
    ["POST /v1/predict/more", 404],
    ["POST /V1/predict", 404],
    ["POST /v2/predict", 404],
    ["POST /v2", 404],
    ["POST /predict", 404],
    ["PUT /predict/more", 404],
    ["GET /api", 404],
    ["GET /api/no-such-thing", 404],
    ["POST /api/no/such/thing", 404],
    ["GET /v1/predict", 405],
    ["POST /v1/predict", 401],
  ])("refuse %s in JSON with status %i", async (line, status) => {
    for (const answer of await ask(line)) {
      expect(answer.status).toBe(status);
      expect(answer.headers["content-type"]).toBe("application/json");
      expect(errorBodySchema.parse(JSON.parse(answer.body)).request_id).toBe(answer.headers["x-request-id"]);
    }
  });

  it("do not provide Next's image optimizer", async () => {
    const image = encodeURIComponent("http://127.0.0.1:1/x.png");
    for (const answer of await ask(`GET /_next/image?url=${image}&w=64&q=75`)) expect(answer.status).toBe(404);
  });
});
