import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { ERROR_CODES, ERRORS } from "#lib/contract/error-table.ts";
import { docUrlOf, REASON_NAMES } from "#lib/contract/reasons.ts";
import { renderMarkdown } from "./render-markdown.ts";

const { html, headings } = renderMarkdown(readFileSync("docs/api.md", "utf8"));
const ids = [...html.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id);

describe("the API reference", () => {
  it("has each id once", () => {
    expect(ids.length).toBeGreaterThan(100);
    expect([...new Set(ids)]).toEqual(ids);
  });

  it.each(ERROR_CODES)("has a row with the meaning of %s, to which `doc_url` leads", (code) => {
    const [, id = ""] = docUrlOf(code).split("#");
    const [row] = new RegExp(`<tr id="${id}">.*?</tr>`, "s").exec(html) ?? [];
    expect(row?.replaceAll("&#39;", "'")).toContain(ERRORS[code].cause);
  });

  it.each(REASON_NAMES)("has a row for the reason %s", (reason) => {
    expect(ids).toContain(reason);
  });

  it("has a target for every link within the page", () => {
    const targets = [...html.matchAll(/href="#([^"]*)"/g)].map(([, id]) => id);
    expect(targets.filter((id) => !ids.includes(id))).toEqual([]);
  });

  it("names fields with their section, and headings as GitHub does", () => {
    expect(ids).toEqual(expect.arrayContaining(["request-fields.task.criteria.{id}", "response-fields.result.choice"]));
    expect(headings).toContainEqual({
      id: "fields-of-submissiondecided",
      title: "Fields of submission.decided",
      depth: 3,
    });
  });
});

it("makes code scrollable by keyboard, and escapes it", () => {
  const { html: code } = renderMarkdown("```sh\ncurl <url>\n```");
  expect(code).toContain('<pre tabindex="0">');
  expect(code).toContain("curl &lt;url&gt;");
});
