import fc from "fast-check";
import { ROLES } from "#lib/domain/members.ts";
import { command } from "./perform.ts";
import { admin, performAs, pick } from "./perform-as.ts";
import type { Specification } from "./specification.ts";

export const issue = (parameters: { readonly admin: number }) =>
  command(
    "issue",
    {
      check: ({ credentials }) => credentials.length < 3,
      run: (specification, deployment) =>
        performAs(specification, deployment, parameters.admin, "administer", ({ call }) => ({
          act: () => call.credentials.issue({ name: "A caller" }),
          refusal: undefined,
          events: ["credential.issued"],
          done: (issued: { readonly key: string } | undefined) =>
            addKey(specification, specification.credentials.at(-1)?.id, issued?.key),
        })),
    },
    parameters,
  );

const OVERLAPS = [0, 3_600, 30 * 86_400];

const rotations = fc
  .record({ admin, credential: fc.nat(2), overlapSeconds: fc.constantFrom(...OVERLAPS) })
  .map((parameters) =>
    command(
      "rotate",
      {
        check: ({ credentials }) => credentials.length > 0,
        run: (specification, deployment) => {
          const { overlapSeconds } = parameters;
          const credential = pick(specification.credentials, parameters.credential);
          const credentialId = credential?.id ?? "";
          const until = deployment.clock.wall + overlapSeconds * 1_000;
          const isRevoked = credential?.revoked === true;
          return performAs(specification, deployment, parameters.admin, "administer", ({ call }) => ({
            act: () => call.credentials.rotate({ credentialId, overlapSeconds }),
            refusal: isRevoked ? "NOT_FOUND" : undefined,
            events: isRevoked ? [] : ["credential.rotated"],
            done(issued: { readonly key: string } | undefined) {
              for (const key of credential?.keys ?? []) key.until = Math.min(key.until, until);
              addKey(specification, credentialId, issued?.key);
            },
          }));
        },
      },
      parameters,
    ),
  );

const credentialRevocations = fc.record({ admin, credential: fc.nat(2) }).map((parameters) =>
  command(
    "revoke the API key",
    {
      check: ({ credentials }) => credentials.length > 0,
      run: (specification, deployment) => {
        const credential = pick(specification.credentials, parameters.credential);
        const isRevoked = credential?.revoked === true;
        return performAs(specification, deployment, parameters.admin, "administer", ({ call }) => ({
          act: () => call.credentials.revoke({ credentialId: credential?.id ?? "" }),
          refusal: isRevoked ? "NOT_FOUND" : undefined,
          events: isRevoked ? [] : ["credential.revoked"],
        }));
      },
    },
    parameters,
  ),
);

/** A key whose text was lost can never be used. */
function addKey({ credentials }: Specification, id: string | undefined, text: string | undefined): void {
  if (text !== undefined)
    credentials.find((one) => one.id === id)?.keys.push({ text, until: Number.POSITIVE_INFINITY });
}

/** The first member stays the administrator. */
const roleChanges = fc
  .record({ admin, member: fc.integer({ min: 1, max: 4 }), role: fc.constantFrom(...ROLES) })
  .map((parameters) =>
    command(
      "set role",
      {
        run: (specification, deployment) => {
          const changed = specification.members[parameters.member];
          const memberId = changed?.id ?? "";
          return performAs(specification, deployment, parameters.admin, "administer", ({ who, call }) => {
            const refusal = who.id === memberId ? "FORBIDDEN" : undefined;
            return {
              act: () => call.members.setRole({ memberId, role: parameters.role }),
              refusal,
              events: refusal !== undefined || changed?.role === parameters.role ? [] : ["member.role_changed"],
            };
          });
        },
      },
      parameters,
    ),
  );

const disables = fc.record({ admin, member: fc.integer({ min: 1, max: 4 }), disable: fc.boolean() }).map((parameters) =>
  command(
    "disable or enable",
    {
      run: (specification, deployment) => {
        const changed = specification.members[parameters.member];
        const memberId = changed?.id ?? "";
        const { disable } = parameters;
        return performAs(specification, deployment, parameters.admin, "administer", ({ call }) => ({
          act: () => (disable ? call.members.disable({ memberId }) : call.members.enable({ memberId })),
          refusal: undefined,
          events: changed?.disabled === disable ? [] : [disable ? "member.disabled" : "member.enabled"],
          // Ended sessions stay ended.
          done: () => deployment.forgetSession(memberId),
        }));
      },
    },
    parameters,
  ),
);

export const ACCESS = [
  { weight: 1, arbitrary: fc.record({ admin }).map(issue) },
  { weight: 1, arbitrary: rotations },
  { weight: 1, arbitrary: credentialRevocations },
  { weight: 1, arbitrary: roleChanges },
  { weight: 1, arbitrary: disables },
] as const;
