import fc from "fast-check";
import { ROLES } from "#lib/domain/members.ts";
import { command } from "./command.ts";
import { admin, performAs, pick } from "./perform-as.ts";
import type { Specification } from "./specification.ts";

const issue = command({
  name: "issue an API key",
  weight: 3,
  parameters: fc.record({ admin }),
  check: ({ credentials }) => credentials.filter(({ revoked }) => !revoked).length < 3,
  run: (specification, deployment, parameters) =>
    performAs(specification, deployment, parameters.admin, "administer", ({ call }) => ({
      act: () => call.credentials.issue({ name: "A caller" }),
      refusal: undefined,
      events: ["credential.issued"],
      done: (issued: { readonly key: string } | undefined) =>
        addKey(specification, specification.credentials.at(-1)?.id, issued?.key),
    })),
});

const OVERLAPS = [0, 3_600, 30 * 86_400];

const rotate = command({
  name: "rotate the API key",
  weight: 1,
  parameters: fc.record({ admin, credential: fc.nat(2), overlapSeconds: fc.constantFrom(...OVERLAPS) }),
  check: ({ credentials }) => credentials.length > 0,
  run(specification, deployment, { overlapSeconds, ...parameters }) {
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
});

const revoke = command({
  name: "revoke the API key",
  weight: 1,
  parameters: fc.record({ admin, credential: fc.nat(2) }),
  check: ({ credentials }) => credentials.length > 0,
  run(specification, deployment, parameters) {
    const credential = pick(specification.credentials, parameters.credential);
    const isRevoked = credential?.revoked === true;
    return performAs(specification, deployment, parameters.admin, "administer", ({ call }) => ({
      act: () => call.credentials.revoke({ credentialId: credential?.id ?? "" }),
      refusal: isRevoked ? "NOT_FOUND" : undefined,
      events: isRevoked ? [] : ["credential.revoked"],
    }));
  },
});

/** A key whose text was lost can never be used. */
function addKey({ credentials }: Specification, id: string | undefined, text: string | undefined): void {
  if (text === undefined) return;
  credentials.find((one) => one.id === id)?.keys.push({ text, until: Number.POSITIVE_INFINITY });
}

/** The first member stays the administrator. */
const member = fc.integer({ min: 1, max: 4 });

const setRole = command({
  name: "set the role",
  weight: 1,
  parameters: fc.record({ admin, member, role: fc.constantFrom(...ROLES) }),
  run(specification, deployment, { role, ...parameters }) {
    const changed = specification.members[parameters.member];
    const memberId = changed?.id ?? "";
    return performAs(specification, deployment, parameters.admin, "administer", ({ who, call }) => {
      const refusal = who.id === memberId ? "FORBIDDEN" : undefined;
      return {
        act: () => call.members.setRole({ memberId, role }),
        refusal,
        events: refusal !== undefined || changed?.role === role ? [] : ["member.role_changed"],
      };
    });
  },
});

const disable = command({
  name: "disable or enable",
  weight: 1,
  parameters: fc.record({ admin, member, disable: fc.boolean() }),
  run(specification, deployment, { disable, ...parameters }) {
    const changed = specification.members[parameters.member];
    const memberId = changed?.id ?? "";
    return performAs(specification, deployment, parameters.admin, "administer", ({ call }) => ({
      act: () => (disable ? call.members.disable({ memberId }) : call.members.enable({ memberId })),
      refusal: undefined,
      events: changed?.disabled === disable ? [] : [disable ? "member.disabled" : "member.enabled"],
      // Sessions that were ended stay ended.
      done: () => {
        if (!disable) deployment.forgetSession(memberId);
      },
    }));
  },
});

export const ACCESS = [issue, rotate, revoke, setRole, disable];
