import { describe, expect, it } from "vitest";
import { ERROR_CODES, ERRORS } from "#lib/contract/error-table.ts";
import { REASON_NAMES, REASONS, splitReason } from "#lib/contract/reasons.ts";
import { refusal } from "#server/gateway/http/http-response.ts";
import { expectCauseAndRemedy } from "#test/remedies.ts";
import { GatewayError } from "./errors.ts";

const SENT = "Something was wrong.";

describe("the message of an error", () => {
  it.each(ERROR_CODES)("states the cause and the remedy of %s", (code) => {
    const { cause, remedy } = ERRORS[code];
    expect(new GatewayError(code).message).toBe(`${cause} ${remedy}`);
    expect(new GatewayError(code, { message: SENT }).message).toBe(`${SENT} ${remedy}`);
    expect(new GatewayError(code, { message: SENT, wholeMessage: "Do this." }).message).toBe("Do this.");
  });

  it.each(REASON_NAMES)("states the cause and the remedy of the reason %s", (reason) => {
    const { remedy } = splitReason(reason);
    expect(new GatewayError("TASK_NOT_SUPPORTED", { reason }).message).toBe(REASONS[reason]);
    expect(new GatewayError("TASK_NOT_SUPPORTED", { reason, message: SENT }).message).toBe(`${SENT} ${remedy}`);
  });

  it("is not final while a review is under way: it says how to follow the review", () => {
    const { message } = new GatewayError("INPUT_QUALITY_UNVERIFIED", { reason: "in_review" });
    expect(message).toContain("waits for review");
    expect(message).toContain("GET /review-status/");
    expect(message).not.toMatch(/does not accept|has not passed|rejected/);
  });

  it("does not repeat a remedy that the cause contains", () => {
    const message = new GatewayError("QUEUE_FULL").message;
    expect(new GatewayError("QUEUE_FULL", { message }).message).toBe(message);
  });

  it.each([400, 401, 403, 404, 405, 408, 413, 414, 429, 431, 500, 501, 503, 505])(
    "with status %i states the cause and a remedy",
    (status) => {
      expectCauseAndRemedy(JSON.parse(refusal(status, "id", SENT).body).error.message);
    },
  );
});
