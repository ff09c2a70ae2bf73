import { expect, it } from "vitest";
import { nameSetting } from "./name-setting.ts";

const URL_OF = "postgres://app:p%40ss-word@host/db?host=/run/secret&user=other-user";

it.each([
  [new Error("connect ECONNREFUSED"), "SETTING: connect ECONNREFUSED"],
  [new Error('no entry for user "app", apparently'), "SETTING: no entry for user …, apparently"],
  [new Error("the password p@ss-word of other-user"), "SETTING: the password … of …"],
  [new Error("in postgres://app:p%40ss-word@host"), "SETTING: in postgres://app:…@host"],
  [new Error("connect ENOENT /run/secret/.s.PGSQL.5432"), "SETTING: connect ENOENT …/.s.PGSQL.5432"],
  [Object.assign(new AggregateError([]), { code: "ECONNREFUSED" }), "SETTING: ECONNREFUSED"],
  ["other-user", "SETTING: …"],
])("names the setting in %s", (error, message) => {
  expect(nameSetting("SETTING", URL_OF, error).message).toBe(message);
});

it("removes secrets from the messages of causes, and keeps the error", () => {
  const cause = new Error("p@ss-word");
  const error = Object.assign(new Error("failed", { cause }), { code: "28P01" });
  expect(nameSetting("SETTING", URL_OF, error)).toBe(error);
  expect(error.code).toBe("28P01");
  expect(cause.message).toBe("…");
});
