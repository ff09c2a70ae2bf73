import type { FieldValues, Resolver } from "react-hook-form";
import type { ZodMiniType } from "zod/mini";

/** Validates a form by a schema that is fetched when it is first needed: zod would be a fifth of a page's scripts. */
export function lazyResolver<Values extends FieldValues>(
  load: () => Promise<ZodMiniType<Values, Values>>,
): Resolver<Values> {
  return async (values, context, options) => {
    const [{ zodResolver }, schema] = await Promise.all([import("@hookform/resolvers/zod"), load()]);
    return zodResolver(schema)(values, context, options);
  };
}
