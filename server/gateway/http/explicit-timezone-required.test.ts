import { describe, it } from "vitest";
import { change, type Wrong } from "#test/change.ts";
import { expectRefusal } from "#test/expect-refusal.ts";
import { expectWrong } from "#test/refusal-table.ts";
import { sharedGateway } from "#test/shared-gateway.ts";

const CODE = "EXPLICIT_TIMEZONE_REQUIRED";

const gateway = await sharedGateway();

describe("a time stamp without a time zone", () => {
  it.each<Wrong>([
    ["the cutoff", "/input/as_of", "2026-06-15T09:00:00"],
    ["the deadline", "/task/resolution/resolves_at", "2026-10-01T00:00:00"],
    ["a text observation", "/input/context/0/observed_at", "2026-05-04T10:30:00"],
    ["a structured observation", "/input/context/1/observed_at", "2026-05-04T10:30:00.123456789"],
    ["the cutoff, later than the deadline would be", "/input/as_of", "2030-01-01T00:00:00"],
  ])("is refused: %s", async (...invalid) => {
    await expectWrong(gateway, CODE, invalid);
  });

  it.each([
    ["/input/as_of", "2026-02-30T09:00:00", "INVALID_REQUEST"],
    ["/task/resolution/resolves_at", "2026-10-01T25:00:00", "INVALID_RESOLUTION"],
    ["/input/context/0/observed_at", "2026-05-04", "INVALID_CONTEXT"],
  ])("reports an invalid date-time with the error code of its path: %s", async (at, value, code) => {
    await expectWrong(gateway, code, ["", at, value]);
  });

  it("is refused at each path", async () => {
    const once = change("/input/as_of", "2026-06-15T09:00:00");
    const twice = change("/task/resolution/resolves_at", "2026-10-01T00:00:00", once);
    const issues = [
      [CODE, "/task/resolution/resolves_at"],
      [CODE, "/input/as_of"],
    ] as const;
    await expectRefusal(gateway, await gateway.post(JSON.stringify(twice)), { status: 422, code: CODE, issues });
  });
});
