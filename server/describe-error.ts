const MAX_MESSAGE = 500;
const MAX_FRAMES = 12;
const MAX_CAUSES = 3;

/** Control and formatting characters, and the two other line ends: they could fake a log line or hide one. */
const UNPRINTABLE = /[\p{Cc}\p{Cf}\u2028\u2029]/gu;

/** SQLSTATE classes whose messages quote values: data exceptions, and violated constraints. */
const QUOTES_VALUES = /^2[23]/;

/**
 * An error for the log: its name, its code and a short message, then its causes. Parameters of statements are never in
 * it: a password hash or a key may be among them.
 */
export function describeError(error: unknown): string {
  return describeChain(error, MAX_CAUSES);
}

/** The same for an error that nobody expected, with where it was thrown. */
export function describeDefect(error: unknown): string {
  const described = describeError(error);
  if (!(error instanceof Error) || typeof error.stack !== "string") return described;
  // The stack begins with the message, which has been described.
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

/** Why the gateway could not start, for its operator: such a message has several lines and says what to do. */
export function describeFailedStart(error: unknown): string {
  return error instanceof Error && !isFailedQuery(error) && !isDatabaseError(error)
    ? error.message
    : describeError(error);
}

/** A text that stays one line, however it is printed. */
export function escapeUnprintable(text: string): string {
  return text.replace(UNPRINTABLE, (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`);
}

function describeChain(error: unknown, causes: number): string {
  if (!(error instanceof Error)) return typeof error === "object" ? "an object was thrown" : shorten(String(error));
  // Drizzle's own error repeats the statement and its parameters; its cause is the database's error.
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

/** By its fields, not its class: Next bundles its own copy of the class. */
function isFailedQuery(error: Error): boolean {
  return "query" in error && "params" in error;
}

/** An error that PostgreSQL reported, told from others that have a code by its severity. */
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
