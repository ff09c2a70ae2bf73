import { type ConsoleSession, signInAs } from "./console-session.ts";
import { startGateway, type TestGateway } from "./start-gateway.ts";

export interface Roles {
  readonly gateway: TestGateway;
  readonly researcher: ConsoleSession;
  readonly reviewer: ConsoleSession;
  readonly admin: ConsoleSession;
}

/** Starts a gateway and signs in a member of each role. */
export async function signInRoles(
  environment: Readonly<Record<string, string>> = {},
  surroundings: Parameters<typeof startGateway>[2] = {},
): Promise<Roles> {
  const gateway = await startGateway(environment, undefined, surroundings);
  const [researcher, reviewer, admin] = await Promise.all([
    signInAs(gateway, "researcher"),
    signInAs(gateway, "reviewer"),
    signInAs(gateway, "admin"),
  ]);
  return { gateway, researcher, reviewer, admin };
}
