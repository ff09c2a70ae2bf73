/**
 * One sentence for each version of the embedded model since the yearly season: the change from the version before. The
 * newest is last.
 */
export const CHANGES: Readonly<Record<string, string>> = {
  "r13-c@6bd466e3c25950574439f6afd26c1c8952190f01":
    "Series that span two years can have a yearly season, and long series can have strong measurement noise.",
  "r13-c@c6f1d75a096e086f399c960bd7a15496ab4cb673":
    "Sources are combined by a power mean instead of extremised log odds, and series can have a daily or weekly cycle.",
};
