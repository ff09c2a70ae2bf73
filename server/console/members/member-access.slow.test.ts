import { beforeAll, describe, expect, it } from "vitest";
import type { EventKind } from "#lib/domain/audit-events.ts";
import { answerAuth } from "#server/console/auth/answer-auth.ts";
import { readFirstRun } from "#server/process/seed-first-run.ts";
import { addSession, signIn, signInAs } from "#test/console-session.ts";
import { createDatabase, TEST_DATABASE_URL } from "#test/create-database.ts";
import { approval, newRequest } from "#test/review.ts";
import { signInRoles } from "#test/sign-in-roles.ts";
import { startGateway, type TestGateway } from "#test/start-gateway.ts";
import { setRole } from "./accounts.ts";

const { gateway, admin } = await signInRoles();

const eventsOf = async (kind: EventKind) => (await admin.call.audit.list({ kind })).events.map(({ event }) => event);

describe("an old session", () => {
  it("of a demoted reviewer cannot decide on submissions", async () => {
    const reviewer = await addSession(gateway, "reviewer");
    const researcher = await signInAs(gateway, "researcher");
    const submission = await researcher.call.submissions.submit({ request: newRequest() });
    await admin.call.members.setRole({ memberId: reviewer.memberId, role: "researcher" });
    const reply = await reviewer.fetch("reviews.decide", approval(submission));
    expect(reply).toMatchObject({ status: 403, error: { data: { code: "FORBIDDEN" } } });
    expect(await eventsOf("member.role_changed")).toMatchObject([{ member_id: reviewer.memberId, role: "researcher" }]);
  });

  it("of a demoted administrator cannot manage members or credentials", async () => {
    const other = await addSession(gateway, "admin");
    await admin.call.members.setRole({ memberId: other.memberId, role: "reviewer" });
    expect((await other.fetch("members.setRole", { memberId: admin.memberId, role: "researcher" })).status).toBe(403);
    expect((await other.fetch("credentials.issue", { name: "x" })).status).toBe(403);
  });

  it.each(["submissions.validate", "submissions.list", "members.sessions", "members.changePassword"])(
    "of a disabled member cannot call %s, even after they are enabled again",
    async (procedure) => {
      const { memberId, fetch } = await addSession(gateway, "researcher");
      await admin.call.members.disable({ memberId });
      expect((await fetch(procedure, {})).status).toBe(401);
      await admin.call.members.enable({ memberId });
      expect((await fetch(procedure, {})).status).toBe(401);
    },
  );

  it("that was created while the member was being disabled is refused", async () => {
    const { memberId, fetch } = await addSession(gateway, "researcher");
    await gateway.gateway.database.pool.query("update members set disabled_at = now() where id = $1", [memberId]);
    expect((await fetch("submissions.validate", {})).status).toBe(401);
  });

  it("is refused after signing out", async () => {
    const { cookie, fetch } = await addSession(gateway, "researcher");
    expect((await fetch("submissions.validate", {})).status).toBe(200);
    const headers = { "content-type": "application/json", origin: "http://localhost:3000", cookie };
    await answerAuth(
      gateway.gateway,
      new Request("http://localhost:3000/api/auth/sign-out", { method: "POST", headers, body: "{}" }),
    );
    expect((await fetch("submissions.validate", {})).status).toBe(401);
  });
});

describe("a disabled member", () => {
  it("cannot sign in, but can again once enabled, with the same password and role", async () => {
    const account = readFirstRun(gateway.dataDir)?.accounts.researcher ?? { email: "", password: "" };
    const { memberId } = await signIn(gateway, account);
    await admin.call.members.disable({ memberId });
    await expect(signIn(gateway, account)).rejects.toThrow("403");
    await expect(signIn(gateway, { ...account, password: "not the password" })).rejects.toThrow("401");
    await admin.call.members.enable({ memberId });
    expect((await (await signIn(gateway, account)).fetch("submissions.validate", {})).status).toBe(200);
    for (const kind of ["member.disabled", "member.enabled"] as const) {
      expect((await eventsOf(kind))[0]).toMatchObject({ member_id: memberId, actor: { id: admin.memberId } });
    }
  });

  it("is recorded as disabled once, even with parallel requests", async () => {
    const { memberId } = await addSession(gateway, "researcher");
    await Promise.all([1, 2, 3].map(() => admin.call.members.disable({ memberId })));
    const disabled = (await eventsOf("member.disabled")).filter((event) => JSON.stringify(event).includes(memberId));
    expect(disabled).toHaveLength(1);
  });
});

describe("an administrator's own role", () => {
  it("can only be changed by another administrator", async () => {
    const { call, memberId } = await addSession(gateway, "admin");
    await expect(call.members.setRole({ memberId, role: "reviewer" })).rejects.toMatchObject({
      code: "FORBIDDEN",
      message: expect.stringContaining("another administrator"),
    });
    await admin.call.members.setRole({ memberId, role: "reviewer" });
    const { members } = await admin.call.members.list();
    expect(members.find((member) => member.memberId === memberId)?.role).toBe("reviewer");
  });
});

describe("members that do not exist", () => {
  it.each(["setRole", "disable", "enable", "resetPassword"])(
    "are refused by members.%s with NOT_FOUND",
    async (verb) => {
      const reply = await admin.fetch(`members.${verb}`, { memberId: "nobody", role: "admin" });
      expect(reply).toMatchObject({ status: 404, error: { data: { code: "NOT_FOUND" } } });
    },
  );
});

describe.each([
  ["embedded", false],
  ["PostgreSQL", true],
] as const)("the last enabled administrator, on %s", (_, onPostgres) => {
  describe.skipIf(onPostgres && TEST_DATABASE_URL === undefined)(
    "(PostgreSQL: skipped without TEST_DATABASE_URL)",
    () => {
      let alone: TestGateway;

      beforeAll(async () => {
        alone = await startGateway(onPostgres ? { DATABASE_URL: (await createDatabase()).url } : {});
      });

      it("cannot be demoted or disabled", async () => {
        const { call, memberId } = await signInAs(alone, "admin");
        const nobody = { type: "system", id: "test" } as const;
        for (const attempt of [
          () => setRole(alone.gateway, nobody, { memberId, role: "reviewer" }),
          () => call.members.disable({ memberId }),
        ]) {
          await expect(attempt()).rejects.toMatchObject({ code: "CONFLICT", message: expect.stringContaining("last") });
        }
        const { members } = await call.members.list();
        expect(members.find((member) => member.memberId === memberId)).toMatchObject({
          role: "admin",
          disabledAt: null,
        });
      });

      it("remains when two administrators demote or disable each other concurrently", async () => {
        const first = await signInAs(alone, "admin");
        for (const change of ["setRole", "disable"] as const) {
          const second = await addSession(alone, "admin");
          const results = await Promise.allSettled(
            [first, second].map(({ call }, index) => {
              const { memberId } = index === 0 ? second : first;
              return change === "disable"
                ? call.members.disable({ memberId })
                : call.members.setRole({ memberId, role: "reviewer" });
            }),
          );
          const { rows } = await alone.gateway.database.pool.query(
            "select count(*)::int as admins from members where role = 'admin' and disabled_at is null",
          );
          expect({ rows, refused: results.filter(({ status }) => status === "rejected").length }).toEqual({
            rows: [{ admins: 1 }],
            refused: 1,
          });
          await alone.gateway.database.pool.query(
            "update members set role = 'admin', disabled_at = null where id = $1",
            [first.memberId],
          );
          await alone.gateway.database.pool.query("update members set role = 'researcher' where id = $1", [
            second.memberId,
          ]);
        }
      });
    },
  );
});
