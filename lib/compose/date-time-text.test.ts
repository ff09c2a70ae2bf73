import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { moment, spelling } from "#test/arbitrary-date-time.ts";
import { dateError, dateText, readDate, tidyDate } from "./date-time-text.ts";

describe("a typed date", () => {
  it.each([
    ["2027-03-20", "2027-03-20T23:59:59Z"],
    ["2027-03-20 12:00", "2027-03-20T12:00:00Z"],
    [" 2027-03-20T12:00 ", "2027-03-20T12:00:00Z"],
    ["2027-3-2 9:05", "2027-03-02T09:05:00Z"],
    ["2027-03-20 12:00:30.5", "2027-03-20T12:00:30.5Z"],
    ["20.03.2027", "2027-03-20T23:59:59Z"],
    ["20. 3. 2027, 12:00", "2027-03-20T12:00:00Z"],
    ["20 March 2027 12:00", "2027-03-20T12:00:00Z"],
    ["20th  march  2027", "2027-03-20T23:59:59Z"],
    ["March 20, 2027 at 3:30 pm", "2027-03-20T15:30:00Z"],
    ["Sept. 1 2027 12:15 am", "2027-09-01T00:15:00Z"],
    ["20 March 2027 12:00 +02:00", "2027-03-20T12:00:00+02:00"],
    ["20.03.2027 12:00 UTC+5:30", "20.03.2027 12:00 UTC+5:30Z"],
    ["20.03.2027 12:00 UTC-0530", "2027-03-20T12:00:00-05:30"],
    ["2027-03-20 12:00 GMT", "2027-03-20T12:00:00Z"],
  ])("reads %j as %s", (local, written) => {
    expect(dateText({ local, offset: "Z" }, "end of day")).toBe(written);
  });

  it.each([
    ["03/04/2027", "slashes"],
    ["30 February 2027", "The date 2027-02-30 does not exist."],
    ["2027-02-30T00:00:00", "The date 2027-02-30 does not exist."],
    ["20.03.27", "four digits"],
    ["20 Foo 2027", "does not exist"],
    ["next Friday", "not a date"],
    ["20 March", "not a date"],
    ["20 March 2027 25:00", "time does not exist"],
    ["13:00 pm 1 May 2027", "not a date"],
    ["1 May 2027 13:00 pm", "time does not exist"],
  ])("keeps %j as typed instead of guessing, and says why", (local, why) => {
    expect(dateText({ local, offset: "Z" }, "end of day")).toBe(`${local}Z`);
    expect(dateError({ local, offset: "Z" }, "end of day")).toContain(why);
  });

  it("needs a time where the end of the day would be a guess", () => {
    expect(dateText({ local: "20 March 2027", offset: "Z" })).toBe("20 March 2027Z");
    expect(dateError({ local: "20 March 2027", offset: "Z" }, "refused")).toBe(
      "Add the time, such as 2027-03-20 12:00.",
    );
    expect(dateError({ local: "20 March 2027 1:00", offset: "Z" }, "refused")).toBeUndefined();
  });

  it("uses the selected offset unless the text has a time zone", () => {
    expect(dateText({ local: "20 March 2027 0:00", offset: "+02:00" })).toBe("2027-03-20T00:00:00+02:00");
    expect(dateText({ local: "20 March 2027 0:00", offset: "" })).toBe("2027-03-20T00:00:00");
    expect(tidyDate({ local: "20 March 2027 12:00 +05:30", offset: "Z" })).toEqual({
      local: "2027-03-20 12:00",
      offset: "+05:30",
    });
    expect(tidyDate({ local: "20 March 2027", offset: "Z" })).toEqual({ local: "20 March 2027", offset: "Z" });
  });

  it("keeps a date in the contract's format unchanged through the form", () => {
    fc.assert(
      fc.property(moment.chain(spelling), (text) => {
        expect(dateText(readDate(text))).toBe(text);
      }),
    );
  });

  it("is empty if nothing is typed", () => {
    expect(dateText({ local: "", offset: "+02:00" })).toBe("");
    expect(readDate("")).toEqual({ local: "", offset: "Z" });
  });
});
