import { CandidateScreen } from "#components/track-record/candidate-screen.tsx";
import { routes } from "#lib/console/routes.ts";
import { exportPath } from "#server/console/files/export-path.ts";
import { enterConsole } from "#server/process/next/open-console.tsx";

export const metadata = { title: "Candidate model" };

export default async function CandidatePage() {
  const { read, trpc } = await enterConsole(routes.candidate);
  const record = await read(trpc.outcomes.candidate.queryOptions());
  return <CandidateScreen record={record} file={exportPath("track-record", { table: "candidate" })} />;
}
