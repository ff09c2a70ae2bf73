const HOURS = ["-12", "-11", "-10", "-09", "-08", "-07", "-06", "-05", "-04", "-03", "-02", "-01"];
const LATER = ["+01", "+02", "+03", "+04", "+05", "+06", "+07", "+08", "+09", "+10", "+11", "+12", "+13", "+14"];
const BETWEEN = ["-09:30", "-03:30", "-02:30", "+03:30", "+04:30", "+05:30", "+05:45", "+06:30", "+09:30", "+10:30"];

const EARLIER_OFFSETS = HOURS.map((hour) => `${hour}:00`);
const LATER_OFFSETS = LATER.map((hour) => `${hour}:00`);

/** Every offset that is in use somewhere from west to east, UTC first, and `chosen` whatever it is. */
export function offsetChoices(chosen: string): { readonly value: string; readonly label: string }[] {
  const offsets = [...EARLIER_OFFSETS, ...LATER_OFFSETS, ...BETWEEN].sort((a, b) => minutes(a) - minutes(b));
  if (chosen !== "Z" && chosen !== "" && !offsets.includes(chosen)) offsets.unshift(chosen);
  return [
    { value: "Z", label: "UTC (Z)" },
    ...offsets.map((offset) => ({ value: offset, label: `UTC${offset.replace("-", "−")}` })),
    { value: "", label: "no offset" },
  ];
}

function minutes(offset: string): number {
  const [hours = 0, rest = 0] = offset.slice(1).split(":").map(Number);
  return (offset.startsWith("-") ? -1 : 1) * (hours * 60 + rest);
}
