import type { Outputs } from "#components/ui/trpc.ts";
import { isOpen, sampleSize, shareLeftOpen } from "#lib/domain/evaluations.ts";
import { countOf } from "#lib/format.ts";
import { formatPercent } from "#lib/stats/format-percent.ts";

type Evaluation = Pick<Outputs["evaluations"]["get"], "status" | "release" | "served" | "refused">;

const NEXT: Readonly<Record<Evaluation["status"], string>> = {
  in_review: "The file must be approved by a reviewer other than the uploader.",
  rejected: "A reviewer rejected the file. Fix the file and upload it again.",
  approved: "The cases are approved. The evaluation can be started.",
  running: "The model forecasts the cases in the background. Requests of API callers and members have priority.",
  paused: "No cases are forecast until the evaluation is resumed.",
  finished: "Every case was forecast or refused.",
  stopped: "The evaluation was cancelled before its last case. It cannot be resumed.",
};

/** Says what happens next with an evaluation, and how many cases were refused. */
export function describeProgress({ status, release, served, refused }: Evaluation): string {
  const isOther = isOpen(status) && release !== served;
  const waits = `The evaluation waits until the release ${release} is served.`;
  return [
    isOther && status === "running" ? waits : NEXT[status],
    ...(isOther ? [`The file is for the release ${release}; this deployment serves ${served}.`] : []),
    ...(refused > 0 ? [`${countOf(refused, "case")} refused.`] : []),
  ].join(" ");
}

/** Says how many bad cases a file may have if every case of the sample is good. */
export function describeSample(cases: number): string {
  const open = shareLeftOpen(cases);
  if (open === 0) return "The sample contains all cases of the file.";
  return `If all ${sampleSize(cases)} cases in the sample are good, up to ${formatPercent(open)} of the cases in the file may still be bad (95 % confidence).`;
}

export function describeMatching({ cases, questions }: { readonly cases: number; readonly questions: number }): string {
  return `${countOf(cases, "case")} of ${countOf(questions, "question")} match.`;
}

export function describeUnread(unread: number): string {
  return `To approve, read every case of the sample: ${countOf(unread, "case")} left.`;
}
