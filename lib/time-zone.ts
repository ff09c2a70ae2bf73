import { formatInstant, parseInstant } from "./format.ts";

/** Formats by zone, because their construction is slow. */
const formats = new Map<string, Intl.DateTimeFormat>();

function nameIn(zone: string, time: number, timeZoneName: "short" | "longOffset", locale = "en-US"): string {
  const key = `${locale} ${timeZoneName} ${zone}`;
  const format = formats.get(key) ?? new Intl.DateTimeFormat(locale, { timeZone: zone, timeZoneName });
  formats.set(key, format);
  return format.formatToParts(time).find(({ type }) => type === "timeZoneName")?.value ?? "";
}

/** Returns the UTC offset of a zone at a time, such as "+02:00", or "Z". */
export function offsetIn(zone: string, time: number): string {
  // Engines write no offset as "GMT" or "GMT+00:00".
  return nameIn(zone, time, "longOffset").replace(/^GMT(?:\+00:00)?/, "") || "Z";
}

/** Unlike `Intl.supportedValuesOf("timeZone")`, accepts every zone that Intl knows, such as UTC and Asia/Kolkata. */
export function isTimeZone(name: string): boolean {
  try {
    return offsetIn(name, 0) !== "";
  } catch {
    return false;
  }
}

/** Returns "24 Nov 2026, 14:33 CET (13:33 UTC)"; only UTC if the zone is UTC, null or unknown to this engine. */
export function printInZone(instant: string, zone: string | null): string {
  const utc = `${formatInstant(instant)} UTC`;
  const time = parseInstant(instant)?.getTime();
  if (time === undefined || zone === null || !isTimeZone(zone)) return utc;
  // A locale abbreviates the zones of its region; other zones are "GMT+5:30".
  const names = ["en-GB", "en-US", "en-AU"].map((locale) => nameIn(zone, time, "short", locale));
  const name = names.find((one) => !/^GMT[+-]/.test(one)) ?? names[0];
  const offset = Date.parse(`1970-01-01T00:00:00${offsetIn(zone, time)}`);
  // Before 1900, offsets had seconds.
  if (name === "UTC" || Number.isNaN(offset)) return utc;
  const wall = new Date(time - offset).toISOString();
  const local = formatInstant(utc.includes(":60") ? wall.replace(":59.", ":60.") : wall);
  return `${local} ${name} (${utc.replace(/^.*, /, (date) => (local.startsWith(date) ? "" : date))})`;
}
