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

/** One of the values; by default, the first. */
export const oneOf = <const Values extends readonly [string, ...string[]]>(...values: Values) =>
  z.enum(values, { error: `must be ${values.map((value) => JSON.stringify(value)).join(" or ")}` }).default(values[0]);

export const flag = oneOf("0", "1").transform((value) => value === "1");

export const text = z.string().optional();

export const urlWith = (start: RegExp, rule: string) =>
  z
    .string()
    .regex(start, rule)
    .refine((url) => URL.canParse(url), "must be a valid URL")
    .optional();

export const httpUrl = z.url({ protocol: /^https?$/, error: "must be an http or https URL" });
/** Without slashes at the end. */
export const baseUrl = httpUrl.transform((url) => url.replace(/\/+$/, "")).optional();
