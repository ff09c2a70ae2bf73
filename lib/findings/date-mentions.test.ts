import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { formatDay } from "./calendar-day.ts";
import { dateMentions } from "./date-mentions.ts";

const REFERENCE = { year: 2026, month: 6, day: 15 };

function datesIn(text: string): string[] {
  return dateMentions(text, REFERENCE).map(({ day, form }) => `${formatDay(day)} ${form}`);
}

const LANGUAGES = "en en-GB de fr es ru pt it nl uk pl sv da nb fi cs hu ro tr id el ar hi ja zh ko".split(" ");
/** Days from 2000 to 2054. */
const day = fc.integer({ min: 0, max: 20_000 }).map((days) => new Date(Date.UTC(2000, 0, 1 + days)));

describe("dates in texts", () => {
  it.each(LANGUAGES)("are found in the form of the language %s", (language) => {
    const locale = `${language}-u-ca-gregory-nu-latn`;
    const long = new Intl.DateTimeFormat(locale, { dateStyle: "long", timeZone: "UTC" });
    fc.assert(
      fc.property(day, (date) => {
        expect(datesIn(`(${long.format(date)})`)).toEqual([`${date.toISOString().slice(0, 10)} day`]);
      }),
    );
  });

  it("are found in short form: at most the order of day and month is unknown", () => {
    const formats = ["de", "ru", "fr", "en-GB", "es", "nl", "pt", "pl", "cs", "en-US", "ja", "zh", "sv"].map(
      (language) =>
        new Intl.DateTimeFormat(language, { year: "numeric", month: "numeric", day: "numeric", timeZone: "UTC" }),
    );
    fc.assert(
      fc.property(day, fc.constantFrom(...formats), (date, format) => {
        const [[found] = []] = [dateMentions(format.format(date), REFERENCE)];
        const written = { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate() };
        const swapped = { ...written, month: written.day, day: written.month };
        if (found?.form === "uncertain")
          expect([formatDay(written), formatDay(swapped)].sort()[1]).toBe(formatDay(found.day));
        else expect(found?.day).toEqual(written);
      }),
    );
  });

  it.each([
    ["03/04/2026", "2026-04-03 uncertain"],
    ["04/03/2026", "2026-04-03 uncertain"],
    ["12/25/2026", "2026-12-25 day"],
    ["03.12.2026", "2026-12-03 day"],
    ["3. 12. 2026", "2026-12-03 day"],
    ["03.12.26", "2026-12-03 uncertain"],
    ["20261203", "2026-12-03 uncertain"],
    ["2026-Dec-03", "2026-12-03 day"],
    ["2026-12", "2026-12 month"],
    ["25. September", "2026-09-25 yearless"],
    ["le 25 août", "2026-08-25 yearless"],
    ["LE 25 AOUT", "2026-08-25 yearless"],
    ["25 de\u0301cembre 2026", "2026-12-25 day"],
    ["3 июля", "2026-07-03 yearless"],
    ["в декабре 2026 года", "2026-12 month"],
    ["1er décembre 2026", "2026-12-01 day"],
    ["4th of May 2027", "2027-05-04 day"],
    ["May the 4th, 2027", "2027-05-04 day"],
    ["May 4–6, 2027", "2027-05-06 day"],
    ["7./8. Juli 2026", "2026-07-08 day"],
    ["2026年12月3日", "2026-12-03 day"],
    ["２０２６年１２月３日", "2026-12-03 day"],
    ["二〇二六年十二月二十三日", "2026-12-23 day"],
    ["12月3日", "2026-12-03 yearless"],
    ["０３．１２．２０２６", "2026-12-03 day"],
    ["Q1 2027", "2027-01 period"],
    ["2027-Q4", "2027-10 period"],
    ["3T 2026", "2026-07 period"],
    ["1. Quartal 2027", "2027-01 period"],
    ["third quarter of 2026", "2026-07 period"],
    ["deuxième trimestre 2027", "2027-04 period"],
    ["IV квартале 2026", "2026-10 period"],
    ["2027年第2季度", "2027-04 period"],
    ["H2 2026", "2026-07 period"],
    ["zweiten Halbjahr 2026", "2026-07 period"],
    ["2027-W03", "2027-01-18 day"],
    ["KW 53/2026", "2026-12-28 day"],
    ["In 2027 it rained.", "2027-01 year"],
  ])("%s is %s", (text, date) => {
    expect(datesIn(text)).toEqual([date]);
  });

  it.each([
    ["times, prices and versions", "At 10.12, 03.12 pounds, 12:03, v2.12.2026.1, 3-2-26, 192.168.20.26"],
    ["telephone and article numbers", "+49 30 20261203, 978-0-2026-1203-4, A20261203, 20391203, 120261203"],
    ["paragraphs", "§ 12 Abs. 3, Art. 27, No. 2026-12, n° 2026-12"],
    ["words that are also months", "You may 3 times; march 9 miles, 2 Mars rovers, 2 out of 3, set 12, years ago 2026"],
    ["days that do not exist", "31.02.2026, 2026-13-01, 31/31/2026, 20260231"],
    ["other years and numbers", "the 2028 plan, 2026 metres, room 2026, 2026-27, Flight 2027"],
  ])("are not found in %s", (_, text) => {
    expect(datesIn(text)).toEqual([]);
  });

  it("have offsets into the original text", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), fc.string({ unit: "grapheme" }), (before, after) => {
        const text = `${before}。２０２６年１２月３日。${after}`;
        const found = dateMentions(text, REFERENCE);
        for (const { start, end, text: passage } of found) expect(text.slice(start, end)).toBe(passage);
        expect(found.map(({ text: passage }) => passage)).toContain("２０２６年１２月３日");
      }),
    );
  });
});
