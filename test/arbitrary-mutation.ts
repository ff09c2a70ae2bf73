import fc from "fast-check";
import { validRequest } from "./arbitrary-request.ts";
import { textDamage } from "./arbitrary-text-damage.ts";
import { leaf, memberAt, type ObjectTree, objectsIn, type Tree, toTree, writeTree } from "./arbitrary-tree.ts";

/**
 * Generates request bodies: the JSON of a valid request with one to three random mutations. Some bodies are still
 * valid, for example if a mutation only drops an observation.
 */
export function mutatedBody(): fc.Arbitrary<string> {
  return fc
    .tuple(
      validRequest(),
      fc.array(fc.oneof({ weight: 5, arbitrary: treeDamage() }, { weight: 1, arbitrary: textDamage() }), {
        minLength: 1,
        maxLength: 3,
      }),
    )
    .map(([request, damages]) => {
      const tree = toTree(JSON.parse(JSON.stringify(request)));
      for (const damage of damages) if (damage.of === "tree") damage.apply(tree);
      const text = writeTree(tree);
      return damages.reduce((damaged, damage) => (damage.of === "text" ? damage.apply(damaged) : damaged), text);
    });
}

interface TreeDamage {
  readonly of: "tree";
  apply(tree: Tree): void;
}

function treeDamage(): fc.Arbitrary<TreeDamage> {
  return fc.oneof(
    { weight: 3, arbitrary: onMember((object, index) => object.members.splice(index, 1)) },
    { weight: 2, arbitrary: renamed() },
    { weight: 2, arbitrary: duplicated() },
    { weight: 3, arbitrary: replaced() },
    { weight: 2, arbitrary: extra() },
    { weight: 5, arbitrary: aimed() },
  );
}

function onMember(change: (object: ObjectTree, index: number) => void): fc.Arbitrary<TreeDamage> {
  return fc.tuple(fc.nat(), fc.nat()).map(([which, turn]) => ({
    of: "tree",
    apply(tree) {
      const objects = objectsIn(tree).filter(({ members }) => members.length > 0);
      const object = objects[which % objects.length];
      if (object !== undefined) change(object, turn % object.members.length);
    },
  }));
}

const NAMES = [
  '"x"',
  '"__proto__"',
  '"constructor"',
  '"Type"',
  '"type "',
  '""',
  '"\\ud800"',
  '"\\u0000"',
  '"a b"',
  '"résumé"',
  '"-a"',
  '"as_of"',
  '"text"',
];

function renamed(): fc.Arbitrary<TreeDamage> {
  return fc.constantFrom(...NAMES).chain((name) =>
    onMember(({ members }, index) => {
      const member = members[index];
      if (member !== undefined) member.name = name;
    }),
  );
}

/** Duplicates a member name of an object, verbatim or with a \u escape, with the same or a different value. */
function duplicated(): fc.Arbitrary<TreeDamage> {
  return fc.tuple(fc.boolean(), fc.boolean()).chain(([escaped, same]) =>
    onMember(({ members }, index) => {
      const member = members[index];
      if (member === undefined) return;
      const name = escaped ? escapeFirst(member.name) : member.name;
      members.push({ name, value: same ? member.value : leaf("1") });
    }),
  );
}

function escapeFirst(quoted: string): string {
  const code = quoted.charCodeAt(1);
  if (quoted.length < 3 || quoted[1] === "\\") return quoted;
  return `"\\u${code.toString(16).padStart(4, "0")}${quoted.slice(2)}`;
}

/** Values that are invalid in almost every position; some are not even JSON. */
const VALUES = [
  ...["null", "true", "0", "-1", "1.5", "1e999", "-0", "[]", "{}", '""', '" "', '"\\ud800"', '"\\u0000"', "[[]]"],
  ...[
    '{"type":"text"}',
    '[{"a":1,"a":2}]',
    '{"__proto__":{}}',
    "9".repeat(400),
    '"choice"',
    "NaN",
    "undefined",
    "01",
    "'x'",
  ],
  ...["[".repeat(40) + "]".repeat(40), `${'{"a":'.repeat(33)}1${"}".repeat(33)}`, JSON.stringify("y".repeat(9_000))],
];

function anyValue(): fc.Arbitrary<string> {
  return fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom(...VALUES) },
    { weight: 1, arbitrary: fc.json({ maxDepth: 4 }) },
  );
}

function replaced(): fc.Arbitrary<TreeDamage> {
  return anyValue().chain((text) =>
    onMember(({ members }, index) => {
      const member = members[index];
      if (member !== undefined) member.value = leaf(text);
    }),
  );
}

function extra(): fc.Arbitrary<TreeDamage> {
  return fc.tuple(fc.constantFrom(...NAMES), anyValue()).chain(([name, text]) =>
    onMember(({ members }) => {
      members.push({ name, value: leaf(text) });
    }),
  );
}

/** Mutates members that have their own validation rules, with values that break these rules. */
function aimed(): fc.Arbitrary<TreeDamage> {
  return fc.oneof(
    at(["task", "resolution", "resolves_at"], dates()),
    at(["input", "as_of"], dates()),
    at(["input", "context", "0", "observed_at"], dates()),
    at(["input", "context", "1", "type"], quoted("Text", "structured", "text", "", "image")),
    at(["input", "context", "0", "data"], anyValue()),
    at(["input", "context"], anyValue()),
    at(["model"], quoted("", "service-r13-d", "SERVICE-R13-C", "../x", "r13-c")),
    at(["task", "type"], quoted("", "Choice", "binary", "choice ")),
    at(["task", "instructions"], quoted("", " \n\t", "x".repeat(8_001), "😀".repeat(4_001))),
    at(["task", "resolution", "criteria"], quoted("", "\u3000", "x".repeat(8_001))),
    at(["task", "criteria"], criteria()),
    fc.constant<TreeDamage>({ of: "tree", apply: setAsOfToResolution }),
  );
}

function at(path: readonly string[], texts: fc.Arbitrary<string>): fc.Arbitrary<TreeDamage> {
  return texts.map((text) => ({
    of: "tree",
    apply(tree) {
      const member = memberAt(tree, path);
      if (member !== undefined) member.value = leaf(text);
    },
  }));
}

function quoted(...values: string[]): fc.Arbitrary<string> {
  return fc.constantFrom(...values.map((value) => JSON.stringify(value)));
}

function dates(): fc.Arbitrary<string> {
  return quoted(
    ...[
      "2026-01-01T00:00:00",
      "2026-01-01",
      "2026-02-30T00:00:00Z",
      "2026-02-30T00:00:00",
      "2026-01-01t00:00:00z",
      "tomorrow",
    ],
    ...[
      "2026-01-01 00:00:00Z",
      "2026-01-01T24:00:00Z",
      "2026-01-01T00:00:60Z",
      "2026-01-01T00:00:00+24:00",
      "",
      "9999-12-31T23:59:59Z",
    ],
    ...[
      "2026-01-01T00:00:00.Z",
      "2026-01-01T00:00:00,5Z",
      "2026-01-01T00:00:00+0100",
      "20260101T000000Z",
      " 2026-01-01T00:00:00Z",
    ],
    ...[
      "0000-01-01T00:00:00Z",
      "2100-02-29T00:00:00Z",
      "2016-12-31T23:59:60Z",
      "+002026-01-01T00:00:00Z",
      "２０２６-01-01T00:00:00Z",
    ],
  );
}

function criteria(): fc.Arbitrary<string> {
  const many = Object.fromEntries(Array.from({ length: 21 }, (_, index) => [`o${index}`, null]));
  const values: unknown[] = [
    {},
    { yes: null },
    many,
    { yes: null, "no no": null },
    { yes: null, _: null },
    { yes: null, "": null },
  ];
  const descriptions = [
    { yes: "", no: null },
    { yes: " ", no: null },
    { yes: "x".repeat(2_001), no: null },
    { yes: 1, no: {} },
  ];
  const ids = [{ ["a".repeat(65)]: null, no: null }, { "yes\n": null, no: null }, { é: null, no: null }, ["yes", "no"]];
  return fc.constantFrom(
    ...[...values, ...descriptions, ...ids].map((value) => JSON.stringify(value)),
    '{"yes":null,"no":null,"__proto__":null}',
  );
}

function setAsOfToResolution(tree: Tree): void {
  const asOf = memberAt(tree, ["input", "as_of"]);
  const resolvesAt = memberAt(tree, ["task", "resolution", "resolves_at"]);
  if (asOf !== undefined && resolvesAt !== undefined) resolvesAt.value = asOf.value;
}
