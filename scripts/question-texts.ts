/** Text of an invented question. `{town}` and `{date}` stand for the town and the resolution date. */
export interface QuestionText {
  readonly tag: string;
  readonly instructions: string;
  readonly resolution: string;
  /** Reports published while the question is open. */
  readonly news: readonly string[];
  /** Option ids with descriptions, or a series whose value on the resolution date decides. */
  readonly outcome: Readonly<Record<string, string>> | Series;
  /** Set if the request counts comparable cases. */
  readonly referenceClass?: string;
}

export interface Series {
  readonly name: string;
  readonly unit: string;
  readonly level: number;
  /** Standard deviation of the change between the first request and the resolution date. */
  readonly spread: number;
}

export const QUESTION_TEXTS: readonly QuestionText[] = [
  {
    tag: "transport",
    instructions: "Will the {town} harbour tram line carry fare-paying passengers before {date}?",
    resolution:
      "Decided by the {town} Transit operations register: the first entry for a scheduled passenger service. Test runs and free preview days do not count.",
    outcome: {
      yes: "At least one scheduled service carries fare-paying passengers before {date}.",
      no: "No such service runs before {date}: the opening is later, or the line is cancelled.",
    },
    news: [
      "City council, press release: track and overhead line are complete. The acceptance runs of the safety authority usually take eight to ten weeks.",
      "{town} Courier: two of the nine new trams were sent back to the manufacturer. The operator says that seven trams are enough for the first timetable.",
    ],
  },
  {
    tag: "water",
    instructions: "How full will {town} reservoir be on {date}, in percent of its capacity?",
    resolution:
      "Decided by the storage that {town} Water publishes for 07:00 on {date}, to one decimal. If nothing is published for that day, the last storage published before it decides.",
    outcome: { name: "Storage of {town} reservoir", unit: "% of capacity", level: 68, spread: 8 },
    news: ["{town} Water: no restrictions are planned as long as the storage stays above half of the capacity."],
  },
  {
    tag: "elections",
    instructions: "Which list will win the most seats in the {town} council election of {date}?",
    resolution:
      "Decided by the final result that the {town} electoral officer publishes. A tie counts as a separate option.",
    outcome: {
      harbour: "Harbour list",
      green: "Green list",
      union: "Citizens’ union",
      tie: "Two or more lists tie for the most seats, or another list wins.",
    },
    news: [
      "{town} Courier: all three lists have nominated candidates in every ward.",
      "Electoral officer: 31 % of the voters have asked for a postal ballot, after 27 % at the last election.",
    ],
  },
  {
    tag: "planning",
    instructions: "How will the appeal against the {town} wind farm have ended by {date}?",
    resolution: "Decided by the register of planning appeals, as published on {date}.",
    outcome: {
      dismissed: "The appeal is dismissed, so the wind farm may be built.",
      allowed: "The appeal is allowed, fully or in part.",
      withdrawn: "The appeal is withdrawn before a decision.",
      pending: "No decision has been published by the resolution date.",
    },
    referenceClass: "Appeals against wind farms in the coastal region since 2015",
    news: ["Planning inspectorate: the hearing took two days. The inspector has visited the site."],
  },
  {
    tag: "prices",
    instructions: "What will a tonne of milling wheat cost at the {town} exchange on {date}?",
    resolution:
      "Decided by the settlement price of the nearest contract that the {town} exchange publishes for {date}.",
    outcome: {
      name: "Settlement price of milling wheat, {town} exchange",
      unit: "crowns per tonne",
      level: 218,
      spread: 16,
    },
    news: ["Ministry of agriculture: the harvest is estimated at 3 % above the five-year mean."],
  },
];
