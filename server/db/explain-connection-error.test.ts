import { describe, expect, it } from "vitest";
import { explainConnectionError } from "./explain-connection-error.ts";

const SECRET = "hunter2";

describe("the error of a failed connection", () => {
  it.each(["28P01", "3D000", "53300", "ENOTFOUND", "ECONNREFUSED", "42704", "EUNKNOWN"])(
    "names DATABASE_URL and the code %s, and quotes nothing",
    (code) => {
      const { message } = explainConnectionError(Object.assign(new Error(`no ${SECRET}`), { code, hostname: SECRET }));
      expect(message).toMatch(new RegExp(`^DATABASE_URL: .+ \\(${code}\\)\\.$`));
      expect(message).not.toContain(SECRET);
    },
  );

  it("contains a fixed sentence of the driver", () => {
    expect(explainConnectionError(new Error("The server does not support SSL connections")).message).toBe(
      "DATABASE_URL: The server does not support SSL connections.",
    );
  });
});
