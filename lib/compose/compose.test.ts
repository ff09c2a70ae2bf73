import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { canonicalJson } from "#lib/contract/canonical.ts";
import { checkRequest } from "#lib/contract/check-request.ts";
import { parseText } from "#lib/contract/parse-body.ts";
import { validRequest } from "#test/arbitrary.ts";
import { checkText } from "./check-text.ts";
import {
  type ComposeForm,
  emptyForm,
  emptyObservation,
  emptyOption,
  type RequestForm,
  readDraft,
  writeDraft,
} from "./compose-form.ts";
import { curlOf } from "./curl.ts";
import { describeIssues } from "./describe-issues.ts";
import { fieldErrors } from "./field-errors.ts";
import { KIND_NAMES, kindOf } from "./observation-kinds.ts";
import { optionIds } from "./option-ids.ts";
import { printRequest } from "./print-request.ts";
import { readForm } from "./read-form.ts";
import { reformatJson } from "./reformat-json.ts";

const words = fc.string({ unit: "grapheme", maxLength: 30 });
const number = fc.oneof(fc.constantFrom("", "0.3", ".3", "12,5 %", "1e3", "abc", "-0", "1,5", " 7 "), words);
const date = fc.record({
  local: fc.oneof(fc.constantFrom("", "2026-07-01T12:00:00", "20 March 2027 12:00 +02:00", "yesterday"), words),
  offset: fc.constantFrom("Z", "", "+02:00"),
});
const key = fc.constantFrom("o1", "o2", "o3");
const bounds = {
  lower: number,
  lowerIs: fc.constantFrom("at_least", "above"),
  upper: number,
  upperIs: fc.constantFrom("below", "at_most"),
};

/** Texts for the fields of every kind; some fields are missing. */
const fields = fc
  .tuple(
    ...KIND_NAMES.flatMap((kind) => kindOf(kind).fields).flatMap(({ name, type }) => {
      if (type === "numbers" || type === "percents")
        return [
          fc.dictionary(
            key.map((option) => `${name}/${option}`),
            number,
          ),
        ];
      if (type !== "intervals")
        return [fc.record({ [name]: fc.oneof(words, number, fc.json()) }, { requiredKeys: [] })];
      return ["o1", "o2"].map((option) =>
        fc.record(Object.fromEntries(Object.entries(bounds).map(([end, text]) => [`${name}/${option}/${end}`, text])), {
          requiredKeys: [],
        }),
      );
    }),
  )
  .map((texts): Record<string, string> => Object.assign({}, ...texts));

/** Any form content, including incomplete and invalid input. */
const anyForm: fc.Arbitrary<ComposeForm> = fc.record({
  title: words,
  ordered: fc.boolean(),
  note: words,
  model: words,
  instructions: words,
  options: fc
    .array(fc.record({ id: fc.oneof(fc.constantFrom("", "yes", "10", "9"), words), description: words }), {
      maxLength: 3,
    })
    .map((options) => options.map((option, index) => ({ key: `o${index + 1}`, ...option }))),
  resolutionCriteria: words,
  resolvesAt: date,
  asOf: date,
  observations: fc.array(fc.record({ kind: fc.constantFrom(...KIND_NAMES), observedAt: date, fields }), {
    maxLength: 3,
  }),
});

describe("a form", () => {
  it("prints valid JSON for any input, including invalid input", () => {
    fc.assert(
      fc.property(anyForm, (form) => {
        expect(parseText(printRequest(form)).ok).toBe(true);
      }),
    );
  });

  it("reads every valid request and prints the same request", () => {
    fc.assert(
      fc.property(validRequest(), (request) => {
        const reading = readForm(JSON.stringify(request));
        if (!reading.ok) throw new Error("the form has no place for it");
        expect(canonicalJson(JSON.parse(printRequest(reading.form)))).toBe(canonicalJson(request));
      }),
      { numRuns: 500 },
    );
  });

  it("is unchanged after a round trip through JSON", () => {
    fc.assert(
      fc.property(anyForm, (form) => {
        const text = printRequest(form);
        const reading = readForm(text);
        if (reading.ok) {
          expect(canonicalJson(JSON.parse(printRequest(reading.form)))).toBe(canonicalJson(JSON.parse(text)));
        }
      }),
    );
  });

  it("keeps the order of the options and duplicate ids", () => {
    const form = {
      ...emptyForm("service-r13-c"),
      options: [
        { key: "o1", id: "10", description: "ten" },
        { key: "o2", id: "9", description: "" },
        { key: "o3", id: "10", description: "again" },
      ],
    };
    expect(printRequest(form)).toContain('"criteria":{"10":"ten","9":null,"10":"again"}');
    expect(checkText(printRequest(form)).issues.map(({ path }) => path)).toContain("/task/criteria/10");
  });

  it("prints the lines of a history: pasted columns with a header, or a value per line", () => {
    const printed = (values: string, more: Record<string, string> = {}) => {
      const observedAt = { local: "2026-07-01", offset: "+02:00" };
      const observation = { ...emptyObservation("history"), observedAt, fields: { series: "s", values, ...more } };
      return JSON.parse(printRequest({ ...emptyForm("m"), observations: [observation] })).input.context[0].data;
    };
    const pasted =
      "Day\tLevel\n2026-03-01\t1.5\n\n2 March 2026 12:00\t-2e3\n2026-03-03T00:00:00Z, null\r\n4.3.2026; 1,5";
    expect(printed(pasted)).toEqual({
      kind: "history",
      series: "s",
      values: [
        ["2026-03-01T23:59:59+02:00", 1.5],
        ["2026-03-02T12:00:00+02:00", -2000],
        ["2026-03-03T00:00:00Z", null],
        ["4.3.2026; 1+02:00", 5],
      ],
    });
    const regular = { start: "2026-03-01T00:00:00Z", every: "P1D" };
    expect(printed("1\nnull\n2.50", regular)).toEqual({
      kind: "history",
      series: "s",
      ...regular,
      values: [1, null, 2.5],
    });
  });

  it("reads missing members as empty fields", () => {
    const reading = readForm('{"task": {"instructions": "Who wins?"}}');
    expect(reading.ok && reading.form).toMatchObject({ instructions: "Who wins?", options: [], asOf: { local: "" } });
  });

  it.each([
    ["a name without a field", '{"model": "m", "temperature": 1}'],
    ["a value of another type", '{"task": {"instructions": 7}}'],
    ["options in a list", '{"task": {"criteria": ["a", "b"]}}'],
    ["a duplicate name", '{"model": "a", "model": "b"}'],
    ["another type of task", '{"task": {"type": "number"}}'],
    ["an observation that is not an object", '{"input": {"context": [7]}}'],
    ["an unknown member of an observation", '{"input": {"context": [{"type": "text", "text": "a", "by": "b"}]}}'],
    ["half of a surrogate pair", '{"model": "\\ud800"}'],
    ["invalid JSON", "{"],
  ])("refuses to read %s", (_, text) => {
    expect(readForm(text)).toEqual({ ok: false });
  });

  it("shows structured data in the fields of its kind, or as JSON if the fields would lose data", () => {
    const of = (data: object) => {
      const task = { criteria: { yes: null, no: null } };
      const reading = readForm(JSON.stringify({ task, input: { context: [{ type: "structured", data }] } }));
      return reading.ok ? reading.form.observations[0] : undefined;
    };
    const forecast = { kind: "forecast", source: "M", probabilities: { yes: 0.3, no: 0.7 }, weight: 2 };
    expect(of(forecast)).toMatchObject({
      kind: "forecast",
      fields: { source: "M", weight: "2", "probabilities/o1": "30", "probabilities/o2": "70" },
    });
    expect(of({ ...forecast, note: "x" })?.kind).toBe("raw");
    expect(of({ ...forecast, probabilities: { yes: 0.3, maybe: 0.7 } })?.kind).toBe("raw");
    expect(of({ kind: "partition", series: "s", intervals: { yes: { above: 1, at_least: 2 } } })?.kind).toBe("raw");
    expect(of({ kind: "partition", series: "s", intervals: { yes: { above: 1 }, no: { at_most: 1 } } })).toMatchObject({
      kind: "partition",
      fields: {
        "intervals/o1/lower": "1",
        "intervals/o1/lowerIs": "above",
        "intervals/o1/upper": "",
        "intervals/o2/upper": "1",
        "intervals/o2/upperIs": "at_most",
      },
    });
  });
});

describe("an option's id", () => {
  const idsOf = (...options: readonly (readonly [id: string, description: string])[]) =>
    optionIds(options.map(([id, description], index) => ({ key: `o${index + 1}`, id, description })));

  it("is generated from the description unless it was typed", () => {
    expect(idsOf(["", "A cut of 25 bp, or more"], ["hold", "No change"], ["", "Érhöhung!"])).toEqual([
      "a-cut-of-25-bp-or-more",
      "hold",
      "erhohung",
    ]);
  });

  it("is unique", () => {
    expect(idsOf(["", "Yes"], ["yes", "typed"], ["", "yes?"])).toEqual(["yes-2", "yes", "yes-3"]);
  });

  it("is generated from its position if the description has no Latin letters", () => {
    expect(idsOf(["", "はい"], ["", "いいえ"])).toEqual(["option-1", "option-2"]);
  });

  it("stays empty if the description is empty", () => {
    expect(idsOf(["", " "], ["", ""])).toEqual(["", ""]);
  });

  it("satisfies the contract if it is generated", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", maxLength: 200 }), (description) => {
        const [id = ""] = idsOf(["", description]);
        expect(id === "" || /^[A-Za-z0-9][A-Za-z0-9._:-]{0,63}$/.test(id)).toBe(true);
      }),
    );
  });

  it("has a unique key for each new option", () => {
    const options = [{ key: "o7", id: "", description: "" }];
    expect(emptyOption({ options, observations: [] }).key).toBe("o8");
    const counts = { ...emptyObservation("counts"), fields: { reference_class: "Past", "counts/o9": "2" } };
    expect(emptyOption({ options, observations: [counts] }).key).toBe("o10");
  });
});

describe("reformatted JSON", () => {
  it("equals the output of JSON.stringify", () => {
    fc.assert(
      fc.property(fc.json(), (text) => {
        const value = JSON.parse(text);
        for (const indent of [0, 2]) {
          expect(reformatJson(JSON.stringify(value, null, 3), indent)).toBe(JSON.stringify(value, null, indent));
        }
      }),
    );
  });

  it("keeps the spelling of numbers and duplicate names", () => {
    expect(reformatJson('{ "a" : 1.50, "a":1E2,\n "b": [ ], "c": { } }', 0)).toBe('{"a":1.50,"a":1E2,"b":[],"c":{}}');
  });

  it("handles long texts", () => {
    const text = JSON.stringify(['\\"'.repeat(200_000)]);
    expect(reformatJson(text, 0)).toBe(text);
  });
});

describe("checkText()", () => {
  it("reports the same violations as the contract's check", () => {
    fc.assert(
      fc.property(fc.oneof(validRequest(), fc.jsonValue()), (value) => {
        const check = checkRequest(value);
        const { issues, request } = checkText(JSON.stringify(value));
        expect(issues).toEqual(check.ok ? [] : check.issues);
        expect(request).toEqual(check.ok ? value : undefined);
      }),
    );
  });

  it("counts the bytes of the JSON without white space", () => {
    expect(checkText('{ "a": "é" }').bytes).toBe(new TextEncoder().encode('{"a":"é"}').length);
  });

  it("refuses a body that is one byte too long", () => {
    const body = (length: number) => JSON.stringify("x".repeat(length - 2));
    expect(checkText(body(32_769)).issues[0]?.code).toBe("REQUEST_TOO_LARGE");
    expect(checkText(body(32_768)).issues[0]?.code).toBe("INVALID_REQUEST");
  });
});

describe("the field of a violation", () => {
  const at = (local: string, offset = "Z") => ({ local, offset });
  const form: RequestForm = {
    ...emptyForm("service-r13-c"),
    options: [
      { key: "o1", id: "yes", description: "" },
      { key: "o2", id: "a b", description: "" },
      { key: "o3", id: "x", description: "" },
      { key: "o4", id: "x", description: "" },
    ],
    asOf: at("2026-07-01T12:00:00", ""),
    observations: [emptyObservation("forecast"), { ...emptyObservation("raw"), observedAt: at("last week") }],
  };
  const errorsAt = (path: string, of = form) => fieldErrors({ code: "INVALID_REQUEST", path, message: "No." }, of);

  it.each([
    ["/model", [["model", "No."]]],
    ["/task/instructions", [["instructions", "Enter a question."]]],
    ["/task/criteria/yes", [["options.0.description", "No."]]],
    ["/task/criteria/a b", [["options.1.id", "No."]]],
    [
      "/task/criteria/x",
      [
        ["options.2.id", "Two options have the same id. Change one."],
        ["options.3.id", "Two options have the same id. Change one."],
      ],
    ],
    ["/task/resolution/resolves_at", [["resolvesAt.local", "Enter a date and time."]]],
    ["/input/as_of", [["asOf.local", "Choose the offset from UTC."]]],
    [
      "/input/context/1/observed_at",
      [["observations.1.observedAt.local", "This is not a date. Write it as 2027-03-20 12:00."]],
    ],
    ["/input/context/0/data/probabilities", [["observations.0.fields.source", "Enter the source."]]],
    ["/input/context/1/data", [["observations.1.fields.data", "Enter a JSON object."]]],
    ["/temperature", []],
  ])("is found for the JSON path %s", (path, errors) => {
    expect(errorsAt(path)).toEqual(errors);
  });

  it("is shown with its label, and the message does not mention property names", () => {
    const late = {
      ...form,
      resolvesAt: at("2026-01-01 0:00"),
      asOf: at("2 January 2026 0:00"),
      instructions: "x".repeat(8001),
    };
    const toFix = describeIssues(checkText(printRequest(late)).issues, late);
    const shown = toFix.map(({ where, message }) => `${where}: ${message}`);
    expect(shown).toContain("Question: Use at most 8000 characters.");
    expect(shown).toContain("Resolution date: The resolution date must be later than the information cutoff.");
    expect(shown).toContain("Option 3, id: Two options have the same id. Change one.");
    expect(shown).toContain("Observation 2, date: This is not a date. Write it as 2027-03-20 12:00.");
    expect(shown.join(" ")).not.toMatch(/as_of|resolves_at|instructions/);
  });

  it("is listed in the order of the page, whatever the API checks first", () => {
    const empty = {
      ...emptyForm("service-r13-c"),
      observations: [emptyObservation("text"), emptyObservation("counts")],
    };
    const toFix = describeIssues(checkText(printRequest(empty)).issues, empty);
    expect([...new Set(toFix.map(({ where }) => where.split(",")[0]))]).toEqual([
      "Question",
      "Option 1",
      "Option 2",
      "Resolution criteria",
      "Information cutoff",
      "Resolution date",
      "Observation 1",
      "Observation 2",
    ]);
  });

  it("is not in an observation if only the options lack descriptions", () => {
    const fields = { source: "M", "probabilities/o1": "30", "probabilities/o2": "70" };
    const observation = { ...emptyObservation("forecast"), observedAt: at("2026-01-01"), fields };
    const undescribed = { ...emptyForm("service-r13-c"), observations: [observation] };
    const shown = describeIssues(checkText(printRequest(undescribed)).issues, undescribed).map(({ where }) => where);
    expect(shown.filter((where) => /^(Option|Observation)/.test(where))).toEqual([
      "Option 1, description",
      "Option 2, description",
    ]);
  });

  it("is the description of each empty option, not the number of options", () => {
    const empty = emptyForm("service-r13-c");
    const { issues } = checkText(printRequest(empty));
    const errors = issues
      .flatMap((issue) => fieldErrors(issue, empty))
      .filter(([field]) => field.startsWith("options"));
    expect(new Map(errors)).toEqual(
      new Map([
        ["options.0.description", "Describe this option."],
        ["options.1.description", "Describe this option."],
      ]),
    );
    expect(errorsAt("/task/criteria", { ...empty, options: [] })).toEqual([["options.root", "No."]]);
  });
});

describe("a draft", () => {
  it("is restored unchanged, even with lone surrogates", () => {
    fc.assert(
      fc.property(anyForm, fc.option(fc.string({ unit: "binary" })), (form, typed) => {
        const content = { supersedes: null, form: { ...form, note: "\ud800" }, typed };
        expect(readDraft(writeDraft(content))).toEqual(content);
        expect(writeDraft(content).isWellFormed()).toBe(true);
      }),
    );
  });

  it.each(["", "{}", "null", '{"format": 0, "form": {}}'])("is not restored from %j", (content) => {
    expect(readDraft(content)).toBeUndefined();
  });
});

describe("the curl command", () => {
  it("quotes the body for a shell", () => {
    expect(curlOf('{"a":"it\'s"}', "http://localhost:3000")).toContain(`--data-binary '{"a":"it'\\''s"}'`);
  });
});
