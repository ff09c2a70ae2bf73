import type { Metadata } from "next";
import { CandidateScreen } from "#components/track-record/candidate-screen.tsx";
import { downloads } from "#lib/console/downloads.ts";
import { routes } from "#lib/console/routes.ts";
import { enterConsole } from "#server/process/next/open-console.tsx";

export const metadata: Metadata = { title: "Candidate model" };

export default async function CandidatePage() {
  const { read, trpc } = await enterConsole(routes.candidate);
  const record = await read(trpc.outcomes.candidate.queryOptions());
  return <CandidateScreen record={record} file={downloads.trackRecord("candidate", {})} />;
}
