import { z } from "zod";

export interface OpenIdClient {
  /** Without a trailing slash. */
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
}

export const OPEN_ID_VARIABLES = {
  OIDC_ISSUER: z.url({ protocol: /^https?$/, error: "must be an http or https URL" }).optional(),
  OIDC_CLIENT_ID: z.string().optional(),
  OIDC_CLIENT_SECRET: z.string().optional(),
};

type Variables = z.infer<z.ZodObject<typeof OPEN_ID_VARIABLES>>;

/** Returns undefined without a provider. The schema guarantees that all three variables are set, or none. */
export function chooseOpenId({
  OIDC_ISSUER: issuer,
  OIDC_CLIENT_ID: clientId,
  OIDC_CLIENT_SECRET: clientSecret,
}: Variables): OpenIdClient | undefined {
  if (issuer === undefined || clientId === undefined || clientSecret === undefined) return undefined;
  return { issuer: issuer.replace(/\/+$/, ""), clientId, clientSecret };
}
