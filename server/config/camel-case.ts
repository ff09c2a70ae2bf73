type Camel<Name extends string> =
  Lowercase<Name> extends `${infer Head}_${infer Tail}` ? `${Head}${Capitalize<Camel<Tail>>}` : Lowercase<Name>;

export type CamelCased<Variables, Prefix extends string = ""> = {
  readonly [Name in keyof Variables as Name extends `${Prefix}${infer Rest}` ? Camel<Rest> : never]-?: Variables[Name];
};

/** Returns the variables with a prefix, named without it: `MODEL_DEADLINE_MS` becomes `deadlineMs`. */
export function camelCase<Variables extends object, Prefix extends string = "">(
  variables: Variables,
  prefix?: Prefix,
): CamelCased<Variables, Prefix> {
  const named = Object.entries(variables).filter(([name]) => name.startsWith(prefix ?? ""));
  return Object.fromEntries(
    named.map(([name, value]) => {
      const words = name.slice(prefix?.length ?? 0).toLowerCase();
      return [words.replace(/_(.)/g, (_, letter: string) => letter.toUpperCase()), value];
    }),
  ) as CamelCased<Variables, Prefix>;
}
