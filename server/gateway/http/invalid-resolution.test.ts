import { describe, it } from "vitest";
import type { Wrong } from "#test/change.ts";
import { expectWrong } from "#test/refusal-table.ts";
import { sharedGateway } from "#test/shared-gateway.ts";

const AT = "/task/resolution";

const gateway = await sharedGateway();

describe("an invalid resolution deadline or criteria", () => {
  it.each<Wrong>([
    ["a resolution that is null", AT, null],
    ["a resolution that is text", AT, "2026-10-01T00:00:00Z"],
    ["no criteria", `${AT}/criteria`, undefined],
    ["criteria that are null", `${AT}/criteria`, null],
    ["empty criteria", `${AT}/criteria`, ""],
    ["criteria of white space", `${AT}/criteria`, "\r\n"],
    ["8,001 characters of criteria", `${AT}/criteria`, "x".repeat(8_001)],
    ["no deadline", `${AT}/resolves_at`, undefined],
    ["a deadline that is null", `${AT}/resolves_at`, null],
    ["a deadline that is not a date-time", `${AT}/resolves_at`, "2026-10-01"],
    ["a deadline on February 29 of a common year", `${AT}/resolves_at`, "2027-02-29T00:00:00Z"],
    ["a deadline with white space", `${AT}/resolves_at`, " 2026-10-01T00:00:00Z"],
    ["a deadline with a line break after it", `${AT}/resolves_at`, "2026-10-01T00:00:00Z\n"],
    ["a deadline without seconds", `${AT}/resolves_at`, "2026-10-01T00:00Z"],
    ["a deadline with a comma", `${AT}/resolves_at`, "2026-10-01T00:00:00,5Z"],
    ["a deadline with an offset of 24 hours", `${AT}/resolves_at`, "2026-10-01T00:00:00+24:00"],
    ["a deadline at the cutoff", `${AT}/resolves_at`, "2026-06-15T09:00:00Z"],
    ["a deadline at the cutoff, spelt otherwise", `${AT}/resolves_at`, "2026-06-15T10:30:00.000+01:30"],
    ["a deadline one nanosecond before the cutoff", `${AT}/resolves_at`, "2026-06-15T08:59:59.999999999Z"],
    ["an unknown property", `${AT}/extra`, 1],
  ])("is refused: %s", async (...invalid) => {
    await expectWrong(gateway, "INVALID_RESOLUTION", invalid);
  });
});
