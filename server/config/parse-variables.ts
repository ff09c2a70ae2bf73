import type { z } from "zod";

export type Environment = Readonly<Record<string, string | undefined>>;

/** Parses environment variables. Throws an Error that names each invalid variable and its rule, never its value. */
export function parseVariables<Schema extends z.ZodType>(schema: Schema, environment: Environment): z.output<Schema> {
  const parsed = schema.safeParse(environment);
  if (parsed.success) return parsed.data;
  // Only the first issue of each variable is reported, because later issues follow from the first.
  const issues = new Map(parsed.error.issues.toReversed().map((issue) => [issue.path.join("."), issue.message]));
  const violations = [...issues].reverse().map(([name, message]) => `${name} ${message}`);
  throw new Error(`Invalid configuration:\n  ${violations.join("\n  ")}`);
}
