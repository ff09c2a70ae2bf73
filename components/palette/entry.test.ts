import { expect, it } from "vitest";
import { matchesEntry } from "./entry.ts";

const entry = { label: "Import submissions", about: "A JSONL file; one request per line" };

it("matches a command palette entry by word prefixes, in any order and case", () => {
  for (const query of ["", "imp", "JSON subm", "line import", " file "]) expect(matchesEntry(entry, query)).toBe(true);
  for (const query of ["port", "import zebra", "jsonl?"]) expect(matchesEntry(entry, query)).toBe(false);
});
