import fc from "fast-check";
import { expect, it } from "vitest";
import { printInZone } from "./time-zone.ts";

it.each([
  ["Europe/Berlin", "2026-11-24T13:33:00Z", "24 Nov 2026, 14:33 CET (13:33 UTC)"],
  ["Europe/Berlin", "2026-11-24T13:33:11.5+02:00", "24 Nov 2026, 12:33:11 CET (11:33:11 UTC)"],
  // The hour that the change of the clocks skips, and the hour that it repeats.
  ["Europe/Berlin", "2026-03-29T00:59:59Z", "29 Mar 2026, 01:59:59 CET (00:59:59 UTC)"],
  ["Europe/Berlin", "2026-03-29T01:00:00Z", "29 Mar 2026, 03:00 CEST (01:00 UTC)"],
  ["Europe/Berlin", "2026-10-25T00:30:00Z", "25 Oct 2026, 02:30 CEST (00:30 UTC)"],
  ["Europe/Berlin", "2026-10-25T01:30:00Z", "25 Oct 2026, 02:30 CET (01:30 UTC)"],
  ["America/New_York", "2026-11-01T05:30:00Z", "1 Nov 2026, 01:30 EDT (05:30 UTC)"],
  ["America/New_York", "2026-11-01T06:30:00Z", "1 Nov 2026, 01:30 EST (06:30 UTC)"],
  // A change of half an hour.
  ["Australia/Lord_Howe", "2026-04-04T15:00:00Z", "5 Apr 2026, 01:30 LHST (4 Apr 2026, 15:00 UTC)"],
  ["Asia/Kolkata", "2026-06-01T12:00:00Z", "1 Jun 2026, 17:30 GMT+5:30 (12:00 UTC)"],
  ["Asia/Kathmandu", "2026-06-01T18:15:00Z", "2 Jun 2026, 00:00 GMT+5:45 (1 Jun 2026, 18:15 UTC)"],
  // Both sides of the date line, and the turn of a year.
  ["Pacific/Kiritimati", "2026-12-31T10:00:00Z", "1 Jan 2027, 00:00 GMT+14 (31 Dec 2026, 10:00 UTC)"],
  ["Pacific/Pago_Pago", "2027-01-01T10:59:00Z", "31 Dec 2026, 23:59 GMT-11 (1 Jan 2027, 10:59 UTC)"],
  // Samoa skipped 30 December 2011.
  ["Pacific/Apia", "2011-12-30T10:00:00Z", "31 Dec 2011, 00:00 GMT+14 (30 Dec 2011, 10:00 UTC)"],
  ["Europe/London", "2026-01-01T12:00:00Z", "1 Jan 2026, 12:00 GMT (12:00 UTC)"],
  ["-03:30", "2026-01-01T12:00:00Z", "1 Jan 2026, 08:30 GMT-3:30 (12:00 UTC)"],
  // A leap second, and the last day that the contract allows.
  ["Asia/Tokyo", "2016-12-31T23:59:60Z", "1 Jan 2017, 08:59:60 GMT+9 (31 Dec 2016, 23:59:60 UTC)"],
  ["Asia/Tokyo", "9999-12-31T23:00:00Z", "1 Jan 10000, 08:00 GMT+9 (31 Dec 9999, 23:00 UTC)"],
  // The same as UTC, unknown, an offset with seconds, and no date.
  ["Etc/UTC", "2026-11-24T13:33:00Z", "24 Nov 2026, 13:33 UTC"],
  ["Mars/Olympus", "2026-11-24T13:33:00Z", "24 Nov 2026, 13:33 UTC"],
  ["Europe/Berlin", "1850-11-24T13:33:00Z", "24 Nov 1850, 13:33 UTC"],
  [null, "2026-11-24T13:33:00Z", "24 Nov 2026, 13:33 UTC"],
])("prints an instant in %s: %s", (zone, instant, printed) => {
  expect(printInZone(instant, zone)).toBe(printed);
});

it("agrees with Intl about the wall clock, in all zones and at all times", () => {
  const zones = fc.constantFrom(...Intl.supportedValuesOf("timeZone"));
  const times = fc.date({ min: new Date("1980-01-01"), max: new Date("2060-01-01"), noInvalidDate: true });
  fc.assert(
    fc.property(zones, times, (timeZone, at) => {
      const clock = { day: "numeric", month: "short", year: "numeric", hour: "2-digit", minute: "2-digit" } as const;
      const expected = new Intl.DateTimeFormat("en-GB", { ...clock, second: "2-digit", hourCycle: "h23", timeZone });
      const seconds = at.getUTCSeconds() === 0 ? ":00" : "";
      const [wall = "", name = ""] = printInZone(at.toISOString(), timeZone)
        .replace(/ \(.*/, "")
        .split(/ (?=\S+$)/);
      expect(`${wall}${seconds}`).toBe(expected.format(at).replace("Sept", "Sep"));
      expect(name).not.toBe("");
    }),
  );
});
