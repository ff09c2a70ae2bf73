import type { FieldValues, Resolver } from "react-hook-form";
import type { ZodMiniType } from "zod/mini";

/** Returns a form resolver that loads zod and the schema on first validation. Zod is a fifth of a page's script size. */
export function lazyResolver<Values extends FieldValues>(
  load: () => Promise<ZodMiniType<Values, Values>>,
): Resolver<Values> {
  return async (values, context, options) => {
    const [{ zodResolver }, schema] = await Promise.all([import("@hookform/resolvers/zod"), load()]);
    return zodResolver(schema)(values, context, options);
  };
}
