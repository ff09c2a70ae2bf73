import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { mutatedBody, validRequest } from "#test/arbitrary.ts";
import { effort } from "#test/effort.ts";
import { checkRequest, type RequestCheck } from "./check-request.ts";
import { byOrderOfChecks } from "./error-table.ts";
import { parseText } from "./parse-body.ts";

type Step = string | number;

const OBSERVED = "2025-12-31T00:00:00Z";

function request() {
  return {
    model: "service-r13-c",
    task: {
      type: "choice",
      instructions: "Will it?",
      criteria: { yes: "It will.", no: null },
      resolution: { criteria: "The official result.", resolves_at: "2026-06-01T00:00:00Z" },
    },
    input: {
      as_of: "2026-01-01T00:00:00Z",
      context: [
        { type: "text", text: "News.", observed_at: OBSERVED },
        { type: "structured", data: { kind: "x" }, observed_at: OBSERVED },
      ],
    },
  };
}

/** Returns the request as JSON with one value replaced by `text`, or without that member if `text` is undefined. */
function changed(path: readonly Step[], text: string | undefined): string {
  const mark = "\u0001";
  const root: unknown = request();
  let here: unknown = root;
  for (const step of path.slice(0, -1)) here = Reflect.get(Object(here), step);
  const last = path.at(-1) ?? "";
  if (text === undefined) Reflect.deleteProperty(Object(here), last);
  else Reflect.set(Object(here), last, mark);
  return JSON.stringify(root).replace(JSON.stringify(mark), () => text ?? "");
}

function check(text: string) {
  const parsed = parseText(text);
  if (!parsed.ok) throw new Error(parsed.issue.message);
  return checkRequest(parsed.value, parsed.duplicates);
}

/** Returns the code and path of each issue as text: `CODE /path CODE /path`. Returns `ok` if there is no issue. */
function answer(text: string): string {
  const result = check(text);
  return result.ok ? "ok" : result.issues.map(({ code, path }) => `${code} ${path}`).join(" ");
}

const at = (path: readonly Step[], text: string | undefined) => answer(changed(path, text));
const json = (value: unknown) => JSON.stringify(value);
const options = (ids: readonly string[]) => `{${ids.map((id) => `${json(id)}:null`).join()}}`;
const INSTRUCTIONS = ["task", "instructions"];
const CRITERIA = ["task", "criteria"];
const RESOLVES = ["task", "resolution", "resolves_at"];
const CONTEXT = ["input", "context"];
const OBSERVED_AT = ["input", "context", 0, "observed_at"];

describe("the check of a request", () => {
  it("returns a valid request unchanged", () => {
    const valid = request();
    const result = checkRequest(valid);
    expect(result).toEqual({ ok: true, request: valid });
    expect(result.ok && result.request).toBe(valid);
  });

  it.each<[readonly Step[], string]>([
    [["model"], "INVALID_REQUEST /model"],
    [["task"], "INVALID_TASK /task"],
    [["task", "type"], "INVALID_TASK /task/type"],
    [INSTRUCTIONS, "INVALID_TASK /task/instructions"],
    [CRITERIA, "INVALID_CRITERIA /task/criteria"],
    [["task", "resolution"], "INVALID_TASK /task/resolution"],
    [["task", "resolution", "criteria"], "INVALID_RESOLUTION /task/resolution/criteria"],
    [RESOLVES, "INVALID_RESOLUTION /task/resolution/resolves_at"],
    [["input"], "INVALID_REQUEST /input"],
    [["input", "as_of"], "INVALID_REQUEST /input/as_of"],
    [CONTEXT, "INVALID_CONTEXT /input/context"],
    [["input", "context", 0, "type"], "INVALID_CONTEXT /input/context/0/type"],
    [["input", "context", 0, "text"], "INVALID_CONTEXT /input/context/0/text"],
    [["input", "context", 1, "data"], "INVALID_CONTEXT /input/context/1/data"],
    [OBSERVED_AT, "INVALID_CONTEXT /input/context/0/observed_at"],
  ])("reports a missing member: %j", (path, expected) => {
    expect(at(path, undefined)).toBe(expected);
  });

  it.each<[readonly Step[], string]>([
    [["model"], "INVALID_REQUEST /model"],
    [["task"], "INVALID_TASK /task"],
    [["task", "type"], "INVALID_TASK /task/type"],
    [INSTRUCTIONS, "INVALID_TASK /task/instructions"],
    [CRITERIA, "INVALID_CRITERIA /task/criteria"],
    [["task", "criteria", "yes"], "INVALID_CRITERIA /task/criteria/yes"],
    [["task", "resolution"], "INVALID_RESOLUTION /task/resolution"],
    [["task", "resolution", "criteria"], "INVALID_RESOLUTION /task/resolution/criteria"],
    [RESOLVES, "INVALID_RESOLUTION /task/resolution/resolves_at"],
    [["input"], "INVALID_REQUEST /input"],
    [["input", "as_of"], "INVALID_REQUEST /input/as_of"],
    [CONTEXT, "INVALID_CONTEXT /input/context"],
    [["input", "context", 0], "INVALID_CONTEXT /input/context/0"],
    [["input", "context", 0, "text"], "INVALID_CONTEXT /input/context/0/text"],
    [["input", "context", 1, "data"], "INVALID_CONTEXT /input/context/1/data"],
    [OBSERVED_AT, "INVALID_CONTEXT /input/context/0/observed_at"],
  ])("reports a value of the wrong type: %j", (path, expected) => {
    for (const text of ["1", "true", "[1]"].filter((value) => value !== "[1]" || path !== CONTEXT))
      expect(at(path, text)).toBe(expected);
    if (path.at(-1) !== "yes") expect(at(path, "null")).toBe(expected);
  });

  it.each<[readonly Step[], string]>([
    [["x"], "INVALID_REQUEST /x"],
    [["task", "x"], "INVALID_TASK /task/x"],
    [["task", "resolution", "a b/~"], "INVALID_RESOLUTION /task/resolution/a b~1~0"],
    [["input", "x"], "INVALID_REQUEST /input/x"],
    [["input", "context", 0, "data"], "INVALID_CONTEXT /input/context/0/data"],
    [["input", "context", 1, "text"], "INVALID_CONTEXT /input/context/1/text"],
    [["constructor"], "INVALID_REQUEST /constructor"],
    [["input", "toString"], "INVALID_REQUEST /input/toString"],
  ])("refuses an unknown property: %j", (path, expected) => {
    for (const text of ["1", "null", '"x"', "{}"]) expect(at(path, text)).toBe(expected);
  });

  it.each(["null", "[]", '"x"', "1", "true"])("refuses a body of %s as INVALID_REQUEST at the root", (text) => {
    expect(answer(text)).toBe("INVALID_REQUEST ");
  });

  it("lists all missing members of an empty object, in the order of checks", () => {
    expect(answer("{}")).toBe("INVALID_REQUEST /model INVALID_REQUEST /input INVALID_TASK /task");
  });

  it.each(["Choice", "choice ", "binary", ""])("refuses the task type %j", (type) => {
    expect(at(["task", "type"], json(type))).toBe("INVALID_TASK /task/type");
  });

  it.each<[string, readonly Step[], number, string]>([
    ["instructions", INSTRUCTIONS, 8_000, "INVALID_TASK /task/instructions"],
    [
      "the resolution's criteria",
      ["task", "resolution", "criteria"],
      8_000,
      "INVALID_RESOLUTION /task/resolution/criteria",
    ],
    ["a description", ["task", "criteria", "yes"], 2_000, "INVALID_CRITERIA /task/criteria/yes"],
  ])("limits %s to 1 to the maximum of code points, not all of them white space", (_, path, limit, message) => {
    const a = (text: string) => at(path, json(text));
    expect(a("")).toBe(message);
    expect(a(" \n\t\u00a0\u3000")).toBe(message);
    expect(a("x")).toBe("ok");
    expect(a("\u0000")).toBe("ok");
    expect(a("x".repeat(limit))).toBe("ok");
    expect(a("x".repeat(limit + 1))).toBe(message);
    expect(a("😀".repeat(limit))).toBe("ok");
    expect(a("😀".repeat(limit + 1))).toBe(message);
    expect(a(`${" ".repeat(limit - 1)}x`)).toBe("ok");
    expect(a("e\u0301".repeat(limit / 2))).toBe("ok");
    expect(a(`e${"\u0301".repeat(limit)}`)).toBe(message);
    expect(at(path, '"x\\ud800"')).toBe(message);
  });
});

describe("the options", () => {
  it.each<[string, string[]]>([
    ["of Object.prototype", ["constructor", "toString", "hasOwnProperty", "valueOf"]],
    ["of digits", ["10", "9", "0", "00", "4294967295"]],
    ["of every character", ["a", "Z", "0._:-", `${"a".repeat(63)}-`]],
    ["that differ by case alone", ["Yes", "yes"]],
    ["20 of them", Array.from({ length: 20 }, (_, index) => `o${index}`)],
  ])("may have ids %s", (_, ids) => {
    const text = changed(CRITERIA, options(ids));
    const result = check(text);
    expect(result.ok && Object.keys(result.request.task.criteria).sort()).toEqual([...ids].sort());
  });

  it.each([
    "",
    " ",
    "a b",
    "-a",
    "_a",
    ".a",
    "é",
    "a\n",
    "a/b",
    "a~b",
    "a".repeat(65),
    "__proto__",
    "😀",
    "a\u0000",
    "а",
  ])("may not have the id %j", (id) => {
    const shown = id.replaceAll("~", "~0").replaceAll("/", "~1");
    expect(at(CRITERIA, options(["yes", id]))).toContain(`INVALID_CRITERIA /task/criteria/${shown}`);
    expect(at(CRITERIA, options(["yes", "no"]))).toBe("ok");
  });

  it.each([0, 1, 21, 51, 3_000])("are refused if there are %d", (count) => {
    const ids = Array.from({ length: count }, (_, index) => `o${index}`);
    expect(at(CRITERIA, options(ids))).toBe("INVALID_CRITERIA /task/criteria");
  });

  it("are reported both for their number and for invalid ids", () => {
    const ids = Array.from({ length: 100 }, (_, index) => ` ${index}`);
    const result = check(changed(CRITERIA, options(ids)));
    expect(!result.ok && result.issues.length).toBe(50);
  });

  it("must have unique ids after decoding of escapes", () => {
    expect(at(CRITERIA, '{"yes":null,"no":null,"y\\u0065s":"again"}')).toBe("INVALID_CRITERIA /task/criteria/yes");
  });
});

describe("the dates", () => {
  it.each(["2026-02-30T00:00:00Z", "2026-01-01", "2026-01-01t00:00:00z", "2025-02-29T00:00:00", "", "now"])(
    "in another format are reported at their path: %j",
    (date) => {
      expect(at(["input", "as_of"], json(date))).toBe("INVALID_REQUEST /input/as_of");
      expect(at(RESOLVES, json(date))).toBe("INVALID_RESOLUTION /task/resolution/resolves_at");
      expect(at(OBSERVED_AT, json(date))).toBe("INVALID_CONTEXT /input/context/0/observed_at");
    },
  );

  it("without a zone are EXPLICIT_TIMEZONE_REQUIRED at every path", () => {
    for (const path of [["input", "as_of"], RESOLVES, OBSERVED_AT]) {
      expect(at(path, '"2026-03-01T00:00:00.5"')).toBe(`EXPLICIT_TIMEZONE_REQUIRED /${path.join("/")}`);
    }
  });

  it("of an observation may equal the cutoff, but not exceed it by a nanosecond", () => {
    expect(at(OBSERVED_AT, '"2026-01-01T00:00:00Z"')).toBe("ok");
    expect(at(OBSERVED_AT, '"2026-01-01T01:00:00.000+01:00"')).toBe("ok");
    for (const late of [
      "2026-01-01T00:00:00.000000001Z",
      "2026-01-01T01:00:00+00:59",
      `2026-01-01T00:00:00.${"0".repeat(99)}1Z`,
    ]) {
      expect(at(OBSERVED_AT, json(late))).toBe("FUTURE_INPUT /input/context/0/observed_at");
    }
  });

  it("of the resolution must be later than the cutoff, even if only by a nanosecond", () => {
    for (const early of ["2026-01-01T00:00:00Z", "2026-01-01T05:30:00+05:30", "2025-12-31T23:59:59.9Z"]) {
      expect(at(RESOLVES, json(early))).toBe("INVALID_RESOLUTION /task/resolution/resolves_at");
    }
    expect(at(RESOLVES, '"2026-01-01T00:00:00.000000001Z"')).toBe("ok");
  });

  it("are compared even if the request has other violations", () => {
    const both = changed(OBSERVED_AT, '"2027-01-01T00:00:00Z"').replace('"choice"', '"x"');
    expect(answer(both)).toBe("INVALID_TASK /task/type FUTURE_INPUT /input/context/0/observed_at");
  });
});

describe("the context", () => {
  it("may be empty, with empty texts and any object as data, including `__proto__`", () => {
    expect(at(CONTEXT, "[]")).toBe("ok");
    expect(at(["input", "context", 0, "text"], '""')).toBe("ok");
    expect(at(["input", "context", 1, "data"], "{}")).toBe("ok");
    const data = '{"__proto__":{"a":1},"constructor":null,"":[[]],"a":"\\u0000"}';
    const result = check(changed(["input", "context", 1, "data"], data));
    expect(result.ok && json(result.request.input.context[1])).toContain(data);
  });

  it.each<[string, string]>([
    ["a lone surrogate", '{"a":"\\udc00"}'],
    ["a number beyond a double", '{"a":1e999}'],
    ["a 33rd level", `{"a":${"[".repeat(28)}${"]".repeat(28)}}`],
  ])("may not contain %s", (_, data) => {
    expect(at(["input", "context", 1, "data"], data)).toMatch(/^INVALID_CONTEXT \/input\/context\/1\/data\/a[^ ]*$/);
  });

  it("may be nested 32 levels deep", () => {
    expect(at(["input", "context", 1, "data"], `{"a":${"[".repeat(27)}${"]".repeat(27)}}`)).toBe("ok");
  });

  it("requires a known type of observation", () => {
    for (const type of ['"Text"', '"image"', "null", "{}"]) {
      expect(at(["input", "context", 0, "type"], type)).toBe("INVALID_CONTEXT /input/context/0/type");
    }
  });

  it("is refused with the same error code for any number of invalid observations", () => {
    for (const count of [49, 51, 599, 601, 9_000]) {
      const result = check(changed(CONTEXT, `[${Array.from({ length: count }, () => "{}").join()}]`));
      expect(!result.ok && [result.issues[0].code, result.issues.length]).toEqual([
        "INVALID_CONTEXT",
        Math.min(50, count),
      ]);
    }
  });

  it("is checked completely, even with more observations than fit in a body", () => {
    const good = json({ type: "text", text: "", observed_at: OBSERVED });
    expect(at(CONTEXT, `[${`${good},`.repeat(700)}{}]`)).toBe("INVALID_CONTEXT /input/context/700/type");
  });
});

describe("the error code of a response", () => {
  const violations: [string, string, readonly Step[], string | undefined][] = [
    ["INVALID_REQUEST", "/model", ["model"], "1"],
    ["INVALID_TASK", "/task/type", ["task", "type"], "1"],
    ["INVALID_CRITERIA", "/task/criteria/yes", ["task", "criteria", "yes"], "1"],
    ["INVALID_RESOLUTION", "/task/resolution/criteria", ["task", "resolution", "criteria"], "1"],
    ["INVALID_CONTEXT", "/input/context/1/data", ["input", "context", 1, "data"], "1"],
    ["EXPLICIT_TIMEZONE_REQUIRED", "/input/context/0/observed_at", OBSERVED_AT, '"2025-01-01T00:00:00"'],
  ];
  const pairs = violations.flatMap((one, index) => violations.slice(index + 1).map((other) => [one, other] as const));

  it.each(pairs)("is the code of the earlier check: %j before %j", (one, other) => {
    const root: unknown = JSON.parse(changed(one[2], one[3]));
    let here: unknown = root;
    for (const step of other[2].slice(0, -1)) here = Reflect.get(Object(here), step);
    Reflect.set(Object(here), other[2].at(-1) ?? "", JSON.parse(other[3] ?? "null"));
    expect(answer(json(root))).toBe(`${one[0]} ${one[1]} ${other[0]} ${other[1]}`);
  });

  it("does not depend on the order of members, and at most 50 issues come in the order of checks", () => {
    const outcome = (value: unknown): string => {
      const result = checkRequest(value);
      if (result.ok) return codeOf(result);
      expect(result.issues.length).toBeLessThanOrEqual(50);
      expect(result.issues).toEqual([...result.issues].sort(byOrderOfChecks));
      expect(
        result.issues.every(({ path, message }) => /^(\/([^/~]|~[01])*)*$/.test(path) && message.length < 300),
      ).toBe(true);
      return codeOf(result);
    };
    fc.assert(
      fc.property(mutatedBody(), (text) => {
        const parsed = parseText(text);
        if (parsed.ok) expect(outcome(reversed(parsed.value))).toBe(outcome(parsed.value));
      }),
      { numRuns: effort({ sample: 500, full: 5_000 }) },
    );
  });

  it("does not depend on the order of members if more than 50 issues have the same code", () => {
    const observations = Array.from({ length: 60 }, () => ({ type: "text", text: "\ud800", observed_at: OBSERVED }));
    const { model, task, input } = request();
    const late = { model, input: { ...input, context: observations }, task: { ...task, instructions: "\ud800" } };
    for (const value of [late, reversed(late)]) expect(codeOf(checkRequest(value))).toBe("INVALID_TASK");
    const twice = `{"task":{"criteria":{${'"a":null,'.repeat(60)}"a":null}},"model":"m","model":"m"}`;
    expect(codeOf(check(twice))).toBe("INVALID_REQUEST");
  });

  it("does not depend on white space or on escaped characters", () => {
    fc.assert(
      fc.property(validRequest(), (valid) => {
        const escaped = json(valid).replace(
          /[\u007f-\uffff]/g,
          (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`,
        );
        expect(check(JSON.stringify(valid, null, 2))).toEqual({ ok: true, request: valid });
        expect(check(escaped)).toEqual({ ok: true, request: valid });
      }),
    );
  });
});

function codeOf(result: RequestCheck): string {
  return result.ok ? "ok" : result.issues[0].code;
}

function reversed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reversed);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([name, of]) => [name, reversed(of)]),
  );
}
