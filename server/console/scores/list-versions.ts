import type { Section } from "#lib/scores/report.ts";
import { CHANGES } from "#server/models/pool/changes.ts";

const MAX_VERSIONS = 10;
const KNOWN = Object.keys(CHANGES);

/** Returns the latest versions of the release, in the order of the first months in which they have scores. */
export function listVersions(sections: readonly Pick<Section, "dimension" | "value" | "periods">[]) {
  const versions = sections.filter(({ dimension }) => dimension === "version");
  return versions
    .map(({ value, periods: [first] }) => ({
      version: value,
      month: first?.value ?? "",
      /** The sentence in `CHANGES`; null for other models and earlier versions. */
      change: CHANGES[value] ?? null,
    }))
    .sort((a, b) => a.month.localeCompare(b.month) || KNOWN.indexOf(a.version) - KNOWN.indexOf(b.version))
    .slice(-MAX_VERSIONS);
}
