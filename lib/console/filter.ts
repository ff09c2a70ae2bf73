import type { z } from "zod/mini";

export type SearchParams = Readonly<Record<string, string | string[] | undefined>>;

export type Fields = Readonly<Record<string, z.ZodMiniType<string>>>;

/** The values of a filter's fields; a field that is not set is undefined. */
export type FilterOf<F extends Fields> = { readonly [Name in keyof F]?: z.output<F[Name]> | undefined };

/** A value in an address that its field does not take. */
export interface InvalidValue {
  readonly name: string;
  readonly value: string;
}

export interface Filter<F extends Fields> {
  /** Reads the filter from an address. A value that is not valid counts as not set, and of several the first counts. */
  parse(params: SearchParams): FilterOf<F>;
  /** The values that parse() leaves out: a list without them would look filtered and not be. */
  findInvalid(params: SearchParams): readonly InvalidValue[];
  /** Writes the filter into an address. */
  href(filter: FilterOf<F>): string;
}

/** The filter of a list as it stands in the address of its page: the schema of each field, and the page. */
export function defineFilter<F extends Fields>(fields: F, href: (filter: FilterOf<F>) => string): Filter<F> {
  /** Undefined where an address has no value for a field. */
  function valueIn(params: SearchParams, name: string): string | undefined {
    const given = params[name];
    const value = (Array.isArray(given) ? given[0] : given)?.trim();
    return value === "" ? undefined : value;
  }

  return {
    parse(params) {
      const values = Object.entries(fields).map(([name, field]) => [name, field.safeParse(valueIn(params, name)).data]);
      return Object.fromEntries(values);
    },
    findInvalid(params) {
      return Object.entries(fields).flatMap(([name, field]) => {
        const value = valueIn(params, name);
        return value === undefined || field.safeParse(value).success ? [] : [{ name, value }];
      });
    },
    href,
  };
}
