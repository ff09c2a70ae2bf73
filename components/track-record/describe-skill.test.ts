import { expect, it } from "vitest";
import { describeSkill } from "./describe-skill.ts";

function skillText(value: number, low: number, high: number, questions = 100) {
  return describeSkill({ questions, brierSkill: { value, interval: { low, high } } });
}

it("is better or worse than the crowd if the interval excludes 0", () => {
  expect(skillText(0.042, 0.008, 0.07)).toEqual({
    verdict: "Better than the crowd’s last forecast by 4 %",
    figures: "[0.8, 7]",
  });
  expect(skillText(-0.042, -0.07, -0.012)).toEqual({
    verdict: "Worse than the crowd’s last forecast by 4 %",
    figures: "[−7, −1]",
  });
});

it("is not distinguishable if the interval contains 0", () => {
  expect(skillText(0.02, -0.01, 0.05)).toEqual({
    verdict: "Not distinguishable from the crowd’s last forecast",
    figures: "+2 % [−1, 5]",
  });
  expect(skillText(0, 0, 0).figures).toBe("0 % [0, 0]");
});

it("does not judge fewer than 100 questions", () => {
  expect(skillText(0.04, 0.01, 0.07, 99)).toEqual({
    verdict: "Too few questions to compare with the crowd’s last forecast",
    figures: "+4 % [1, 7]",
  });
  const alone = { questions: 1, brierSkill: { value: -0.5, interval: null } };
  expect(describeSkill(alone).figures).toBe("−50 %");
});

it("has no figures without a crowd", () => {
  expect(describeSkill(undefined)).toEqual({
    verdict: "No crowd to compare with",
    figures: "",
  });
});
