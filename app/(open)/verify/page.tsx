import { VerifyScreen } from "#components/verify/verify-screen.tsx";
import { openConsole } from "#server/process/next/open-console.tsx";

export const metadata = { title: "Verify a proof" };

export default async function VerifyPage() {
  const { gateway } = await openConsole();
  return <VerifyScreen policy={await gateway.tree.printPolicy()} />;
}
