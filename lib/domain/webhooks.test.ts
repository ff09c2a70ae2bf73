import fc from "fast-check";
import { expect, it } from "vitest";
import { writeSlackText } from "./webhooks.ts";

const waiting = (count: number, url: string) =>
  writeSlackText({ id: "1", timestamp: "t", type: "submission.waiting", data: { count, items: ["secret"], url } });

it("a message for Slack is a sentence with the number and a link", () => {
  const url = "https://gateway.example.org/review";
  expect(waiting(3, url)).toBe(`3 submissions wait for review. <${url}|Open the review queue>`);
  expect(waiting(1, url)).toMatch(/^1 submission waits for review\./);
  expect(writeSlackText({ id: "1", timestamp: "t", type: "test", data: {} })).not.toMatch(/[<>&]/);
});

it("any URL is escaped, so it cannot add a link or a mention, and Slack reads it back unchanged", () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(..."ab&<>!@;#/") }), (url) => {
      const escaped =
        /^1 submission waits for review\. <(.*)\|Open the review queue>$/.exec(waiting(1, url))?.[1] ?? "";
      expect(escaped).not.toMatch(/[<>]|&(?!(amp|lt|gt);)/);
      expect(escaped.replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&amp;", "&")).toBe(url);
    }),
  );
});
