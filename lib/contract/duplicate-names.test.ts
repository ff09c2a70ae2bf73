import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { leaf, type Tree, writeTree } from "#test/arbitrary-tree.ts";
import { scanNames } from "./duplicate-names.ts";

/** Test oracle: a slow, simple recursive-descent JSON parser that returns the pointer of each duplicate member. */
function duplicatesIn(text: string): string[] {
  const found: string[] = [];
  let rest = text;

  function take(form: RegExp): string {
    const [taken] = form.exec(rest) ?? [];
    if (taken === undefined) throw new SyntaxError(`at ${rest.slice(0, 20)}`);
    rest = rest.slice(taken.length);
    return taken;
  }

  function skip(): void {
    take(/^[ \t\n\r]*/);
  }

  function value(path: string): void {
    skip();
    if (rest.startsWith("{")) object(path);
    else if (rest.startsWith("[")) array(path);
    else take(/^("([^"\\]|\\.)*"|[-+.\w]+)/);
    skip();
  }

  function object(path: string): void {
    take(/^\{/);
    const names: string[] = [];
    skip();
    while (!rest.startsWith("}")) {
      skip();
      const name = String(JSON.parse(take(/^"([^"\\]|\\.)*"/)));
      const here = `${path}/${name.split("~").join("~0").split("/").join("~1")}`;
      if (names.includes(name)) found.push(here);
      names.push(name);
      skip();
      take(/^:/);
      value(here);
      take(/^,?/);
    }
    take(/^\}/);
  }

  function array(path: string): void {
    take(/^\[/);
    skip();
    for (let index = 0; !rest.startsWith("]"); index++) {
      value(`${path}/${index}`);
      take(/^,?/);
    }
    take(/^\]/);
  }

  value("");
  return found;
}

const names = fc.constantFrom(
  '"a"',
  '"\\u0061"',
  '"b"',
  '""',
  '"\\""',
  '"\\\\"',
  '"\\\\\\""',
  '"a/b"',
  '"a\\/b"',
  '"~"',
  '"{"',
  '"é"',
  '"\\u00e9"',
  '"\\u00E9"',
  '"__proto__"',
  '",:"',
);
const leaves = fc
  .constantFrom("1", "-1.5e+3", "true", "null", '"a"', '"\\"}]"', '"\\\\"', '","', '"{\\"a\\":1,\\"a\\":2}"')
  .map(leaf);

const { tree } = fc.letrec<{ tree: Tree }>((tie) => ({
  tree: fc.oneof(
    { maxDepth: 5, depthSize: "small" },
    leaves,
    fc
      .array(fc.record({ name: names, value: tie("tree") }), { maxLength: 5 })
      .map((members): Tree => ({ kind: "object", members })),
    fc.array(tie("tree"), { maxLength: 4 }).map((items): Tree => ({ kind: "array", items })),
  ),
}));

const pathsOf = (text: string) => scanNames(text).duplicates.map(({ path }) => path);

describe("duplicate names", () => {
  it("are found exactly where a simple JSON parser finds them", () => {
    let withSome = 0;
    fc.assert(
      fc.property(tree, fc.constantFrom("", " ", "\n\t"), (of, space) => {
        const written = writeTree(of);
        // Adds white space at both ends, which must not change the result.
        const text = space + written + space;
        JSON.parse(text);
        const expected = duplicatesIn(text);
        if (expected.length > 0) withSome++;
        expect(pathsOf(text)).toEqual(expected.slice(0, 50));
      }),
      { numRuns: 3_000 },
    );
    expect(withSome).toBeGreaterThan(100);
  });

  it.each<[string, string[]]>([
    ['{"a":1,"a":2,"a":3}', ["/a", "/a"]],
    ['{"a\\\\":1,"a\\u005c":2}', ["/a\\"]],
    ['{"\\ud83d\\ude00":1,"😀":2}', ["/😀"]],
    ['{"A":1,"a":2,"é":3,"e\u0301":4}', []],
    ['{"a/b~c":1,"a/b~c":2}', ["/a~1b~0c"]],
    ['"a"', []],
    ["[]", []],
  ])("of %s: %j", (text, paths) => {
    expect(pathsOf(text)).toEqual(paths);
  });

  it("are INVALID_CRITERIA in the options, and INVALID_REQUEST elsewhere", () => {
    const options = '{"yes":null,"no":null,"no":null}';
    const text = `{"model":1,"model":1,"task":{"criteria":${options},"criteria":${options}},"input":{"context":[{"data":{"a":1,"a":1}}]}}`;
    expect(scanNames(text).duplicates.map(({ code, path }) => `${code} ${path}`)).toEqual([
      "INVALID_REQUEST /model",
      "INVALID_CRITERIA /task/criteria/no",
      "INVALID_REQUEST /task/criteria",
      "INVALID_CRITERIA /task/criteria/no",
      "INVALID_REQUEST /input/context/0/data/a",
    ]);
  });

  it("are listed at most 50 per code, so that no code hides another", () => {
    const text = `{"task":{"criteria":{${Array.from({ length: 200 }, () => '"a":null').join()}}},"model":1,"model":2}`;
    const issues = scanNames(text).duplicates;
    expect(issues).toHaveLength(51);
    expect(issues.at(-1)).toMatchObject({ code: "INVALID_REQUEST", path: "/model" });
  });

  it("are reported without repeating a long name in full", () => {
    const [issue] = scanNames(`{"${"n".repeat(5_000)}":1,"${"n".repeat(5_000)}":2}`).duplicates;
    expect(issue?.path.length).toBeLessThan(200);
  });
});

describe("the order of the options", () => {
  it("is the order in the JSON text, even for ids that are array indices", () => {
    const text = '{"task":{"criteria":{"b":null,"10":{"z":1},"a":"}","\\u0039":null},"x":{"c":1}},"criteria":{"d":1}}';
    expect(scanNames(text).options).toEqual(["b", "10", "a", "9"]);
  });

  it.each(['{"task":{"criteria":["a"]}}', '{"task":[{"criteria":{"a":1}}]}', '[{"task":{"criteria":{"a":1}}}]', "{}"])(
    "is empty without a task with options: %s",
    (text) => {
      expect(scanNames(text).options).toEqual([]);
    },
  );
});
