import { DrizzleQueryError } from "drizzle-orm";
import { pino } from "pino";
import { expect, it } from "vitest";
import { logConsole } from "./serve.ts";

it("printed errors are logged on one line, without parameters or control characters", () => {
  const lines: string[] = [];
  const target = { error: () => expect.unreachable(), warn: () => expect.unreachable() } as Pick<
    Console,
    "error" | "warn"
  >;
  logConsole(pino({ base: null, timestamp: false }, { write: (line: string) => lines.push(line) }), target);
  const error = new DrizzleQueryError("insert into t values ($1)", ["hunter2"], new Error("no connection"));
  target.error("⨯", error);
  target.error(`⨯ ${error.stack}`);
  target.warn("The requested resource is not an image /a\nfake line\u001b[31m\u009b");
  const [first = "", second, third] = lines.map((line) => JSON.parse(line).detail);
  expect(first).toMatch(/^⨯ Error: no connection\n/);
  expect(second).toMatch(/Failed query$/);
  expect(third).toBe("The requested resource is not an image /a\\u{a}fake line\\u{1b}[31m\\u{9b}");
  expect(lines).toHaveLength(3);
  expect(lines.join("")).not.toContain("hunter2");
});
