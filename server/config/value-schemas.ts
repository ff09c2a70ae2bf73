import { resolve } from "node:path";
import { z } from "zod";

const wholeNumber = (from: number, to: number) =>
  z
    .string()
    .regex(/^\d+$/, "must be a whole number")
    .transform(Number)
    .refine((value) => value >= from && value <= to, `must be from ${from} to ${to}`);

export const whole = (from: number, to: number) => wholeNumber(from, to).optional();
export const wholeOr = (fallback: number, from: number, to: number) => wholeNumber(from, to).default(fallback);

export const upTo = (most: number) =>
  z
    .string()
    .regex(/^\d+(\.\d+)?$/, "must be a number")
    .transform(Number)
    .refine((value) => value <= most, `must be from 0 to ${most}`);

export const choice = <const Values extends readonly [string, ...string[]]>(...values: Values) =>
  z.enum(values, { error: `must be ${values.map((value) => JSON.stringify(value)).join(" or ")}` });

/** One of the values; by default, the first. */
export const oneOf = <const Values extends readonly [string, ...string[]]>(...values: Values) =>
  choice(...values).default(values[0]);

export const flag = oneOf("0", "1").transform((value) => value === "1");

export const text = z.string().optional();

export const ASCII = /^[\x21-\x7e]+$/;

/** A path relative to the working folder. */
export const path = z
  .string()
  .regex(/^(?!~|[a-z]+:\/\/)/i, "must be a path; ~ and file:// are not supported")
  .transform((value) => resolve(value));
