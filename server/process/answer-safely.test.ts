import type { ServerResponse } from "node:http";
import { pino } from "pino";
import { describe, expect, it } from "vitest";
import { errorBodySchema } from "#lib/contract/response.ts";
import { type Listening, listen } from "#test/listen.ts";
import { answerSafely } from "./serve.ts";

let server: Listening | undefined;

async function ask(route: (response: ServerResponse) => Promise<void> | void) {
  const lines: string[] = [];
  const log = pino({ base: null }, { write: (line) => void lines.push(line) });
  const answer = answerSafely((_, response) => route(response), log);
  server = await listen((request, response) => void answer(request, response));
  const response = await fetch(server.origin);
  return { response, log: lines.join() };
}

describe("a request whose routing fails", () => {
  it.each([
    [
      "throws",
      () => {
        throw new Error("a defect");
      },
    ],
    ["rejects", () => Promise.reject(new Error("a defect"))],
  ])("is answered with 500, and the defect is logged, when it %s", async (_, route) => {
    const { response, log } = await ask(route);
    expect(response.status).toBe(500);
    const { error, request_id } = errorBodySchema.parse(await response.json());
    expect(error.code).toBe("INTERNAL_ERROR");
    expect(response.headers.get("x-request-id")).toBe(request_id);
    expect(log).toContain("a defect");
  });

  it("gets its connection closed if part of a response was already sent", async () => {
    const asked = ask((response) => {
      response.writeHead(200, { "Content-Length": 5 }).write("par");
      throw new Error("a defect");
    });
    await expect(asked.then(({ response }) => response.text())).rejects.toThrow();
  });
});
