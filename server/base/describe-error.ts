const MAX_MESSAGE = 500;
const MAX_FRAMES = 12;
const MAX_CAUSES = 3;

/** Control characters, formatting characters and Unicode line separators, which could forge or hide a log line. */
const UNPRINTABLE = /[\p{Cc}\p{Cf}\u2028\u2029]/gu;

/** SQLSTATE classes whose messages quote values: data exceptions and constraint violations. */
const QUOTES_VALUES = /^2[23]/;

/**
 * Describes an error for the log: name, code, a short message, and its causes. Omits statement parameters, which may be
 * password hashes or keys.
 */
export function describeError(error: unknown): string {
  return describeChain(error, MAX_CAUSES);
}

export function describeDefect(error: unknown): string {
  const described = describeError(error);
  if (!(error instanceof Error) || typeof error.stack !== "string") return described;
  // `stack` begins with the message, which `described` already contains.
  const { stack, message } = error;
  const at = stack.indexOf(message);
  const frames =
    at === -1
      ? []
      : stack
          .slice(at + message.length)
          .split("\n")
          .slice(1, MAX_FRAMES + 1);
  return [described, ...frames.map(shorten)].join("\n");
}

/**
 * Returns the message to print when the process fails to start. Multi-line messages of our own errors are kept
 * unchanged; database errors are described without statement parameters.
 */
export function describeFailedStart(error: unknown): string {
  return error instanceof Error && !isFailedQuery(error) && !isDatabaseError(error)
    ? error.message
    : describeError(error);
}

/** Escapes unprintable characters, so that the text stays on one line when printed. */
export function escapeUnprintable(text: string): string {
  return text.replace(UNPRINTABLE, (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`);
}

function describeChain(error: unknown, causes: number): string {
  if (typeof error !== "object" || error === null) return shorten(String(error));
  if (!(error instanceof Error)) {
    // Some libraries emit copies of errors, which are plain objects.
    if (!("message" in error)) return "an object was thrown";
    return describeChain(Object.assign(new Error(), error), causes);
  }
  // Drizzle's error message contains the statement and its parameters. Its cause is the database's own error.
  if (isFailedQuery(error)) return describeChain(error.cause ?? "a failed query", causes);
  const own = describeOne(error);
  const { cause } = error;
  return cause === undefined || causes === 0 ? own : `${own}; cause: ${describeChain(cause, causes - 1)}`;
}

function describeOne(error: Error): string {
  const code = textOf(error, "code");
  const name = shorten(code === undefined ? error.name : `${error.name} ${code}`);
  if (isDatabaseError(error) && code !== undefined && QUOTES_VALUES.test(code)) {
    const names = ["table", "column", "constraint", "routine"].flatMap((field) => {
      const value = textOf(error, field);
      return value === undefined ? [] : [`${field} ${value}`];
    });
    return [name, ...names.map(shorten)].join(", ");
  }
  return `${name}: ${shorten(error.message)}`;
}

/**
 * Detects Drizzle's query error by its fields, because Next bundles its own copy of the class and `instanceof` fails.
 */
function isFailedQuery(error: Error): boolean {
  return "query" in error && "params" in error;
}

/** Detects an error reported by PostgreSQL: no other error has a severity. */
function isDatabaseError(error: Error): boolean {
  return "severity" in error;
}

function textOf(error: Error, field: string): string | undefined {
  const value: unknown = Reflect.get(error, field);
  return typeof value === "string" ? value : undefined;
}

function shorten(text: string): string {
  const whole = text.length <= MAX_MESSAGE;
  return escapeUnprintable(whole ? text : `${text.slice(0, MAX_MESSAGE)}…`);
}
