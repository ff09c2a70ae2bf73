"use client";

import { Button, Stack, Text } from "@mantine/core";
import { useMutation, useSuspenseQuery } from "@tanstack/react-query";
import { beginSignIn } from "#components/ui/begin-sign-in.ts";
import { CodeBlock } from "#components/ui/code-block.tsx";
import { DescriptionList } from "#components/ui/description-list.tsx";
import { ErrorAlert } from "#components/ui/error-alert.tsx";
import { Page } from "#components/ui/page.tsx";
import { Panel } from "#components/ui/panel.tsx";
import { StatusBadge } from "#components/ui/status-badge.tsx";
import { TimeText } from "#components/ui/time-text.tsx";
import { type Outputs, useTRPC } from "#components/ui/trpc.ts";
import { ROLES } from "#lib/domain/members.ts";
import { CHECK_MINUTES, CONFIRMED_MINUTES, describeFailure, TRUSTED_ADDRESSES } from "#lib/domain/open-id.ts";

type SignIn = Outputs["members"]["signIn"];

/** `failure`: why the provider has just refused a test. */
export function SignInSettingsScreen({ failure }: { readonly failure: string | undefined }) {
  const trpc = useTRPC();
  const { data } = useSuspenseQuery(trpc.members.signIn.queryOptions());
  const { mode, provider } = data;
  const methods = provider === null ? "with a password" : "with a password or the OpenID provider";
  return (
    <Page
      width="narrow"
      title="Sign-in"
      about="Settings are environment variables, read once at startup. They are described in docs/operations.md."
    >
      <Panel title="How members sign in">
        <DescriptionList
          items={[
            { name: "Method", value: `${mode === "openid" ? "only with the OpenID provider" : methods} (SIGN_IN)` },
            ...(provider === null ? [] : describeProvider({ ...data, provider })),
            ...(mode === "openid" ? [] : [{ name: "Session by password", value: "ends after 7 days without use" }]),
            { name: "Directory", value: describeDirectory(data) },
            { name: "Emergency access", value: "npm run break-glass on the server prints a link to one session" },
          ]}
        />
      </Panel>
      {provider !== null && <TestPanel {...data} failure={failure} />}
    </Page>
  );
}

const describeDirectory = ({ directory }: SignIn) =>
  directory === null
    ? "cannot add or disable members (SCIM_TOKEN is not set)"
    : `may add and disable members by SCIM at ${directory.url} (SCIM_TOKEN); its externalId is the claim ${directory.claim} (SCIM_CLAIM)`;

function describeProvider({ provider, rules }: SignIn & { readonly provider: NonNullable<SignIn["provider"]> }) {
  const { oidcTrustedAddress, oidcRoles, oidcRolesClaim } = rules;
  const mapping = Object.entries(oidcRoles ?? {}).map(([value, role]) => `${value} → ${role}`);
  const order = ROLES.toReversed().join(", ");
  return [
    { name: "Issuer", value: `${provider.issuer} (OIDC_ISSUER)` },
    { name: "Redirect URI", value: <code>{provider.redirectUri}</code> },
    { name: "Scopes", value: `${provider.scopes.join(" ")} (OIDC_SCOPES)` },
    { name: "Trusted at the first sign-in", value: `${TRUSTED_ADDRESSES[oidcTrustedAddress]} (OIDC_TRUSTED_ADDRESS)` },
    {
      name: "Roles",
      value:
        oidcRoles === undefined
          ? "chosen by administrators (OIDC_ROLES is not set)"
          : `from the claim ${oidcRolesClaim} (OIDC_ROLES_CLAIM): ${mapping.join(", ")} (OIDC_ROLES). The highest role wins, in the order ${order}`,
    },
    {
      name: "Session by the provider",
      value: `confirmed by the provider after ${CHECK_MINUTES} minutes of use; ends ${CONFIRMED_MINUTES} minutes after the last confirmation`,
    },
  ];
}

type Test = Pick<SignIn, "test" | "rules"> & { readonly failure: string | undefined };

function TestPanel({ test, rules, failure }: Test) {
  const start = useMutation({
    async mutationFn() {
      const message = await beginSignIn("/api/auth/sign-in/social", { provider: "oidc", test: true });
      if (message !== undefined) throw new Error(message);
    },
  });
  return (
    <Panel title="Test">
      <Stack gap="sm" align="start">
        <Text>The test signs in with the provider and shows the claims. It changes no account and no session.</Text>
        <ErrorAlert title="The test failed" error={failure === undefined ? start.error : { message: failure }} />
        {test !== null && <TestResult test={test} rules={rules} />}
        <Button variant="default" loading={start.isPending} onClick={() => start.mutate()}>
          Test sign-in
        </Button>
      </Stack>
    </Panel>
  );
}

const STATES = {
  linked: "The account is linked to this member.",
  found: "The sign-in would link the account to this member.",
  new: "The sign-in would add this member.",
};

function TestResult({ test, rules }: { readonly test: NonNullable<SignIn["test"]>; readonly rules: SignIn["rules"] }) {
  const { at, claims, result, hasRefreshToken } = test;
  const isRefused = "refusal" in result;
  const words = isRefused
    ? describeFailure(result.refusal, rules)
    : `${result.email}, with the role ${result.role}. ${STATES[result.state]}`;
  return (
    <>
      <span>
        <StatusBadge tone={isRefused ? "bad" : "good"}>{isRefused ? "would be refused" : "would sign in"}</StatusBadge>{" "}
        <TimeText at={at} />: {words}
        {!hasRefreshToken &&
          ` The provider issued no refresh token: such a session ends after ${CONFIRMED_MINUTES} minutes, and the member’s personal tokens are then refused.`}
      </span>
      <CodeBlock text={JSON.stringify(claims, null, 2)} what="claims" label="Claims as received" wrap />
    </>
  );
}
