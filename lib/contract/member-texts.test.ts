import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { memberTexts } from "./member-texts.ts";

describe("the texts of an object's members", () => {
  it("parse to the same values as JSON.parse, whatever the object and its white space", () => {
    const object = fc.dictionary(fc.string({ unit: "binary" }), fc.jsonValue({ stringUnit: "binary" }));
    fc.assert(
      fc.property(object, fc.constantFrom(0, 1, "\t"), (value, indent) => {
        const text = JSON.stringify(value, null, indent);
        const read = [...(memberTexts(text) ?? [])].map(([name, member]) => [name, JSON.parse(member)]);
        expect(new Map(read as [string, unknown][])).toEqual(new Map(Object.entries(JSON.parse(text))));
      }),
    );
  });

  it("are slices of the original text", () => {
    const request = '{ "a":1.0, "a" : [1e2,"\\u0061"], "\\u0062":{"10":null,"9":null} }';
    expect([...(memberTexts(` {"x": ${request} , "y":"}"}`) ?? [])]).toEqual([
      ["x", request],
      ["y", '"}"'],
    ]);
    expect([...(memberTexts(request) ?? [])]).toEqual([
      ["a", '[1e2,"\\u0061"]'],
      ["b", '{"10":null,"9":null}'],
    ]);
  });

  it.each(["[]", '"{"', "1", "null", '[{"a":1}]'])("are undefined if the text is not an object: %s", (text) => {
    expect(memberTexts(text)).toBeUndefined();
  });
});
