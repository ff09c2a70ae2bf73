import { UTC_OFFSETS } from "#lib/utc-offsets.ts";

/** Some browsers list these zones only under an older name. */
const RENAMED = ["America/Nuuk", "Asia/Ho_Chi_Minh", "Asia/Kathmandu", "Asia/Kolkata", "Asia/Yangon", "Europe/Kyiv"];

/** Returns the choices of a time zone: UTC, the zone of this browser, UTC offsets, and all named zones. */
export function zoneChoices() {
  const own = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const zones = [...new Set([...RENAMED, ...Intl.supportedValuesOf("timeZone")])].sort();
  return [
    { value: "UTC", label: "UTC" },
    ...(own === "UTC" ? [] : [{ value: own, label: `This browser: ${own}` }]),
    {
      group: "UTC offsets",
      items: UTC_OFFSETS.map((value) => ({ value, label: `UTC${value.replace("-", "−")}` })),
    },
    { group: "Time zones", items: zones.filter((zone) => zone !== own && zone !== "UTC") },
  ];
}
