import { UTC_OFFSETS } from "#lib/utc-offsets.ts";

/** Returns the choices of a time zone: UTC, the zone of this browser, UTC offsets, and all named zones. */
export function zoneChoices() {
  const own = Intl.DateTimeFormat().resolvedOptions().timeZone;
  return [
    { value: "UTC", label: "UTC" },
    ...(own === "UTC" ? [] : [{ value: own, label: `This browser: ${own}` }]),
    {
      group: "UTC offsets",
      items: UTC_OFFSETS.map((value) => ({ value, label: `UTC${value.replace("-", "−")}` })),
    },
    { group: "Time zones", items: Intl.supportedValuesOf("timeZone").filter((zone) => zone !== own && zone !== "UTC") },
  ];
}
