import { expect, it } from "vitest";
import { describeTimes } from "./describe-times.ts";

const DAY = "2016-12-31";
const RESOLUTION = "2017-01-02T23:59:60Z";

it("reports the age of the latest observation and the time to resolution, including leap seconds", () => {
  const observed = [`${DAY}T23:59:60Z`, "2016-12-30T12:00:00Z", "2017-01-01T01:59:59+02:00"];
  expect(describeTimes(observed, "2017-01-01T12:00:00Z", RESOLUTION)).toBe(
    "3 observations from 30 Dec 2016 to 31 Dec 2016, the latest less than a day before the cutoff. The question resolves 1 day after the cutoff.",
  );
  expect(describeTimes([], `${DAY}T23:59:60Z`, RESOLUTION)).toBe(
    "No observations. The question resolves 2 days after the cutoff.",
  );
});
