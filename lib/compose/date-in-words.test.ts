import { expect, test } from "vitest";
import { dateInWords } from "./date-in-words.ts";

test.each([
  ["20.03.2027", "Z", "Saturday 20 March 2027, 23:59:59 UTC"],
  ["2027-03-20 12:00:30", "Z", "Saturday 20 March 2027, 12:00:30 UTC"],
  ["20 March 2027 1:00", "+02:00", "Saturday 20 March 2027, 01:00 UTC+02:00 = 19 Mar 2027, 23:00 UTC"],
  ["20 March 2027", "", undefined],
  ["soon", "Z", undefined],
])("describes %j with the offset %j as %j", (local, offset, words) => {
  expect(dateInWords({ local, offset }, "end of day")).toBe(words);
});
