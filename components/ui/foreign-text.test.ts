import { MantineProvider } from "@mantine/core";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { Marked } from "#components/submissions/marked.tsx";
import { ForeignText } from "./foreign-text.tsx";

const render = (text: string) => renderToStaticMarkup(createElement(ForeignText, { text }));

it("a hidden character is shown as a mark that assistive technology names", () => {
  const mark = / class="[^"]*" role="img" aria-label="right-to-left override" title="right-to-left override" dir="ltr"/;
  expect(render("\u202eoN").replace(mark, "")).toBe("<span>RLO</span>oN");
});

it("text in one direction without hidden characters is rendered as it is, and right-to-left text is isolated", () => {
  expect(render("No, <b>")).toBe("No, &lt;b&gt;");
  expect(render("لا")).toMatch(/^<span class="[^"]*">لا<\/span>$/);
});

it("a highlighted passage does not separate a joiner from its letters", () => {
  const evidence = { text: "🚀", start: 3, end: 5 };
  const finding = { id: "invisible-characters", severity: "low", path: "/a", message: "", evidence } as const;
  const marked = createElement(Marked, { text: "👩‍🚀\u200b", path: "/a", findings: [finding] });
  const shown = renderToStaticMarkup(createElement(MantineProvider, null, marked));
  expect(shown).toMatch(/dir="auto">👩‍<mark>🚀<\/mark><span [^>]*aria-label="zero-width space"/u);
});
