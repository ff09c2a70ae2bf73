/** Banned wording and the plain term to write instead. A test checks that each rule refuses its own example. */

interface Rule {
  readonly refuses: RegExp;
  readonly write: string;
  readonly example: string;
}

export const ANYWHERE: readonly Rule[] = [
  { refuses: /\banew\b/i, write: "again", example: "It is read anew." },
  { refuses: /\blapse[sd]?\b/i, write: "expire", example: "The key lapses." },
  { refuses: /\bheard out\b/i, write: "drained", example: "Requests are heard out." },
  { refuses: /\bfurnish(?:ed|es)?\b/i, write: "seed", example: "An empty database is furnished." },
  { refuses: /\bupkeep\b/i, write: "background jobs", example: "The upkeep runs hourly." },
  { refuses: /\bhalving\b/i, write: "binary search", example: "Found by halving." },
  { refuses: /\btall(?:y|ies)\b/i, write: "counter", example: "A tally of refusals." },
  { refuses: /\bl(?:aid|ay|ays) before\b/i, write: "send to review", example: "It is laid before the reviewers." },
  { refuses: /\bmend(?:s|ed)?\b/i, write: "fix", example: "This mends the chain." },
  { refuses: /\bof late\b/i, write: "recently", example: "Requests of late." },
  { refuses: /\b(?:hindrance|obstacle)s?\b/i, write: "blocked reason", example: "The first obstacle." },
  { refuses: /\bset-up\b/i, write: "setup", example: "The set-up page." },
  { refuses: /\bfirst start\b/i, write: "bootstrap, first run", example: "The first start makes accounts." },
  { refuses: /\bMOST(?:_[A-Z]+)?\b/, write: "MAX_…", example: "const MOST_OPTIONS = 20;" },
  { refuses: /\bis not right\b/i, write: "is invalid", example: "The code is not right." },
  { refuses: /\bno such thing\b/i, write: "not found", example: "There is no such thing." },
  { refuses: /\bbut for\b/i, write: "except", example: "All but for the last." },
  { refuses: /\bby which\b/i, write: "that …, used to", example: "The key by which it is found." },
  { refuses: /\bbeside\b/i, write: "next to, compared with", example: "The icon beside it." },
  {
    refuses: /(?<!there )\bis no (?!longer\b|more\b)/i,
    write: "is not a",
    example: "A body that is no JSON.",
  },
  { refuses: /\bin force\b/i, write: "active", example: "The binding in force." },
  { refuses: /\bdossiers?\b/i, write: "review context", example: "The dossier of a submission." },
  { refuses: /\bbelieved\b/i, write: "trusted for", example: "Believed for a minute." },
  { refuses: /\bhow much of it\b/i, write: "share", example: "And how much of it is used." },
  { refuses: /\beach by itself\b/i, write: "separately", example: "Checked each by itself." },
  { refuses: /\bone a line\b/i, write: "one per line", example: "Requests, one a line." },
  { refuses: /\ba file each\b/i, write: "single-file", example: "Clients: a file each." },
  { refuses: /\bas of a kind\b/i, write: "like", example: "Shown as of a kind." },
  { refuses: /\ball else\b/i, write: "everything else, other", example: "All else is refused." },
];

export const IN_COMMENTS: readonly Rule[] = [
  {
    refuses: /^(?:What|Whose|Whoever|Of|Where there)\b/,
    write: "subject, verb, object",
    example: "// What counts.",
  },
];

/**
 * Returns each violation as a line number, counted from 1, and a message. With `comments`, also checks how comments
 * begin.
 */
export function findBannedWords(text: string, { comments }: { comments: boolean }): [number, string][] {
  const lines = text.split("\n");
  return lines.flatMap((line, index) => {
    const opening = comments ? commentOpening(line, lines[index - 1] ?? "") : undefined;
    return [...matches(line, ANYWHERE), ...(opening === undefined ? [] : matches(opening, IN_COMMENTS))].map(
      (message): [number, string] => [index + 1, message],
    );
  });
}

function matches(text: string, rules: readonly Rule[]): string[] {
  return rules.flatMap(({ refuses, write }) => {
    const found = refuses.exec(text)?.[0];
    return found === undefined ? [] : [`write "${write}" instead of "${found.trim()}"`];
  });
}

/** Returns the text of a comment that begins on this line, or undefined. */
function commentOpening(line: string, previous: string): string | undefined {
  const continues = LINE_COMMENT.test(line) && LINE_COMMENT.test(previous);
  if (continues) return undefined;
  if (/^\s*\{?\/\*\*?\s*$/.test(previous)) return line.replace(/^\s*\*?\s*/, "");
  return /(?:^\s*\{?|\s)(?:\/\*\*?|\/\/|"""|#|--)\s*(?=\S)(.*)/.exec(line)?.[1];
}

const LINE_COMMENT = /^\s*(?:\/\/|#|--)/;
