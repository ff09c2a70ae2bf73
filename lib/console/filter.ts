import type { z } from "zod/mini";

export type SearchParams = Readonly<Record<string, string | string[] | undefined>>;

type Fields = Readonly<Record<string, z.ZodMiniType<string>>>;

/** The values of a filter's fields; a field that is not set is undefined. */
export type FilterOf<F extends Fields> = { readonly [Name in keyof F]?: z.output<F[Name]> | undefined };

export interface Filter<F extends Fields> {
  /** Reads the filter from an address. A value that is not valid counts as not set, and of several the first counts. */
  parse(params: SearchParams): FilterOf<F>;
  /** Writes the filter into an address. */
  href(filter: FilterOf<F>): string;
}

/** The filter of a list as it stands in the address of its page: the schema of each field, and the page. */
export function defineFilter<F extends Fields>(fields: F, href: (filter: FilterOf<F>) => string): Filter<F> {
  return {
    parse(params) {
      const values = Object.entries(fields).map(([name, field]) => {
        const given = params[name];
        const value = (Array.isArray(given) ? given[0] : given)?.trim();
        return [name, value === "" ? undefined : field.safeParse(value).data];
      });
      return Object.fromEntries(values);
    },
    href,
  };
}
