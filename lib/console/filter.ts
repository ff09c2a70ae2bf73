import * as z from "zod/mini";

/** Rows per page. */
const PAGE = 50;

export const limit = z._default(z.int().check(z.gte(1), z.lte(200)), PAGE);

/** Query parameters that have another name in the procedure's input. */
const INPUT_NAMES = { task: "taskId", request: "requestId", who: "actorId" } as const;

export type SearchParams = Readonly<Record<string, string | string[] | undefined>>;

/** Schemas of the query parameters of a page. A pipe also converts the parameter for the procedure's input. */
export type Fields = Readonly<Record<string, z.ZodMiniType<string | number, string>>>;

export type FilterOf<F extends Fields> = { readonly [Name in keyof F]?: z.input<F[Name]> | undefined };

type InputName<Name> = Name extends keyof typeof INPUT_NAMES ? (typeof INPUT_NAMES)[Name] : Name;

type InputSchema<Field> = Field extends z.ZodMiniPipe<infer _Address, infer Converted> ? Converted : Field;

type Shape<F extends Fields> = { [Name in keyof F as InputName<Name>]: z.ZodMiniOptional<InputSchema<F[Name]>> };

type Input<F extends Fields> = { [Name in keyof F as InputName<Name>]?: z.output<F[Name]> | undefined };

export interface InvalidValue {
  readonly name: string;
  readonly value: string;
}

export interface Filter<F extends Fields> {
  /** Parses query parameters. Invalid values are ignored; of repeated parameters, the first is used. */
  parse(params: SearchParams): FilterOf<F>;
  /** Returns the values that parse() ignores, so that the page can warn that they do not filter the list. */
  findInvalid(params: SearchParams): readonly InvalidValue[];
  href(filter: FilterOf<F>): string;
}

interface List<F extends Fields, Own extends keyof F> extends Filter<F> {
  /** Input schema of the filter, without the page cursor `after`. */
  readonly filterInput: Shape<Omit<F, Own | "after">>;
  readonly pageInput: Shape<Omit<F, Own>> & { readonly limit: typeof limit };
  toFilter(query: FilterOf<F>): Input<Omit<F, Own | "after">>;
  toPage(query: FilterOf<F>): Input<Omit<F, Own>> & { limit: number };
}

export function defineFilter<F extends Fields>(href: Filter<F>["href"], fields: F): Filter<F> {
  function valueIn(params: SearchParams, name: string): string | undefined {
    const given = params[name];
    const value = (Array.isArray(given) ? given[0] : given)?.trim();
    return value === "" ? undefined : value;
  }

  return {
    parse(params) {
      const values = Object.entries(fields).map(([name, field]) => {
        const value = valueIn(params, name);
        return [name, field.safeParse(value).success ? value : undefined];
      });
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

/**
 * Defines a list: the filter in its page's URL, and the input of its procedure. The procedure does not get the fields
 * in `own`.
 */
export function defineList<F extends Fields, const Own extends keyof F & string = never>(
  href: Filter<F>["href"],
  fields: F,
  own: readonly Own[] = [],
): List<F, Own> {
  const names = new Map<string, string>(Object.entries(INPUT_NAMES));
  const addressOnly = new Set<string>(own);
  const shared = Object.entries(fields).filter(([name]) => !addressOnly.has(name));
  const withoutPage = shared.filter(([name]) => name !== "after");

  function schemasOf(members: typeof shared) {
    const schemas = members.map(([name, field]) => [
      names.get(name) ?? name,
      z.optional(field instanceof z.ZodMiniPipe ? field._zod.def.out : field),
    ]);
    return Object.fromEntries(schemas);
  }

  function valuesOf(members: typeof shared, query: FilterOf<F>) {
    const values = members.map(([name, field]) => [names.get(name) ?? name, z.optional(field).parse(query[name])]);
    return Object.fromEntries(values);
  }

  return {
    ...defineFilter(href, fields),
    filterInput: schemasOf(withoutPage),
    pageInput: { ...schemasOf(shared), limit },
    toFilter: (query) => valuesOf(withoutPage, query),
    toPage: (query) => ({ ...valuesOf(shared, query), limit: PAGE }),
  };
}
