import { expectTypeOf, it } from "vitest";
import type { AppRouter } from "./router.ts";

type OutputsOf<Procedures> = {
  [Name in keyof Procedures]: Procedures[Name] extends {
    readonly _def: { readonly $types: { readonly output: infer Output } };
  }
    ? Output
    : OutputsOf<Procedures[Name]>;
};

type Unfit = Date | Buffer | ReadonlyMap<unknown, unknown> | ReadonlySet<unknown> | bigint;

/** The types that JSON cannot represent, to a depth of eight members. */
type UnfitIn<T, Depth extends readonly 0[] = []> = Depth["length"] extends 8
  ? never
  : T extends Unfit
    ? T
    : T extends object
      ? { [Name in keyof T]-?: UnfitIn<T[Name], [...Depth, 0]> }[T extends readonly unknown[]
          ? number & keyof T
          : keyof T]
      : never;

it("procedures return plain JSON, with instants as strings, also to the pages that call them in the same process", () => {
  expectTypeOf<UnfitIn<OutputsOf<AppRouter["_def"]["record"]>>>().toBeNever();
  expectTypeOf<UnfitIn<{ readonly a: readonly { readonly b?: Date | null }[] }>>().toEqualTypeOf<Date>();
});
