import { describe, expect, it } from "vitest";
import { readKey } from "#server/gateway/credentials/credential-key.ts";
import { signInRoles } from "#test/sign-in-roles.ts";
import { readExample } from "#test/start-gateway.ts";

const ENVIRONMENT_KEY = "a-key-of-the-environment-0123456789";
const body = JSON.stringify(readExample("binary"));

const { gateway, admin } = await signInRoles({ GATEWAY_API_KEY: ENVIRONMENT_KEY });

const statusOf = async (key: string) => (await gateway.post(body, { authorization: `Bearer ${key}` })).status;
const listed = async (id: string) =>
  (await admin.call.credentials.list()).find(({ credentialId }) => credentialId === id);

describe("a credential", () => {
  it("has a valid checksum and is active as soon as it is issued", async () => {
    const { credentialId, key } = await admin.call.credentials.issue({ name: "a backend" });
    expect(key).toMatch(/^dmk_[0-9A-Za-z]{12}_[0-9A-Za-z]{38,}$/);
    expect(await statusOf(key)).toBe(200);
    expect(await listed(credentialId)).toMatchObject({
      name: "a backend",
      fromEnvironment: false,
      revokedAt: null,
      keys: [{ keyId: readKey(key)?.id, expiresAt: null }],
    });
  });

  it("is refused right after its revocation, which is final", async () => {
    const { credentialId, key } = await admin.call.credentials.issue({ name: "to be revoked" });
    expect(await statusOf(key)).toBe(200);
    await admin.call.credentials.revoke({ credentialId });
    expect(await statusOf(key)).toBe(401);
    expect((await listed(credentialId))?.revokedAt).not.toBeNull();
    await expect(admin.call.credentials.revoke({ credentialId })).rejects.toMatchObject({ code: "NOT_FOUND" });
    await expect(admin.call.credentials.rotate({ credentialId })).rejects.toMatchObject({ code: "NOT_FOUND" });
    expect(await statusOf(key)).toBe(401);
  });

  it("has two valid, listed keys during an overlap", async () => {
    const { credentialId, key } = await admin.call.credentials.issue({ name: "rotated" });
    const rotated = await admin.call.credentials.rotate({ credentialId, overlapSeconds: 3600 });
    expect(rotated.credentialId).toBe(credentialId);
    expect([await statusOf(key), await statusOf(rotated.key)]).toEqual([200, 200]);
    const keys = (await listed(credentialId))?.keys ?? [];
    expect(keys.map(({ keyId }) => keyId).sort()).toEqual([readKey(key)?.id, readKey(rotated.key)?.id].sort());
    const ends = keys.find(({ keyId }) => keyId === readKey(key)?.id)?.expiresAt ?? "";
    expect(Math.abs(Date.parse(ends) - Date.now() - 3_600_000)).toBeLessThan(60_000);
  });

  it("loses its old key immediately when rotated without an overlap", async () => {
    const { credentialId, key } = await admin.call.credentials.issue({ name: "leaked" });
    expect(await statusOf(key)).toBe(200);
    const rotated = await admin.call.credentials.rotate({ credentialId, overlapSeconds: 0 });
    expect([await statusOf(key), await statusOf(rotated.key)]).toEqual([401, 200]);
  });

  it("has only its newest key after a rotation without overlap, even during an earlier overlap", async () => {
    const { credentialId, key } = await admin.call.credentials.issue({ name: "leaked twice" });
    const second = await admin.call.credentials.rotate({ credentialId, overlapSeconds: 3600 });
    const third = await admin.call.credentials.rotate({ credentialId, overlapSeconds: 0 });
    expect(await Promise.all([key, second.key, third.key].map(statusOf))).toEqual([401, 401, 200]);
  });

  it("loses every key when it is revoked during an overlap", async () => {
    const { credentialId, key } = await admin.call.credentials.issue({ name: "both" });
    const rotated = await admin.call.credentials.rotate({ credentialId, overlapSeconds: 3600 });
    await admin.call.credentials.revoke({ credentialId });
    expect([await statusOf(key), await statusOf(rotated.key)]).toEqual([401, 401]);
  });

  it("keeps its rate limit when rotated, and counts requests with either key together", async () => {
    const { credentialId, key } = await admin.call.credentials.issue({ name: "limited", ratePerMinute: 2 });
    const rotated = await admin.call.credentials.rotate({ credentialId, overlapSeconds: 3600 });
    expect([await statusOf(key), await statusOf(rotated.key), await statusOf(key)]).toEqual([200, 200, 429]);
  });

  it("is refused as soon as it expires, even if cached", async () => {
    const end = new Date(Date.now() + 200);
    const { key } = await admin.call.credentials.issue({ name: "short", expiresAt: end.toISOString() });
    // Repeated requests put the credential into the cache before it expires.
    while (new Date() < end) await statusOf(key);
    expect(await statusOf(key)).toBe(401);
  });

  it("can be given another name, rate limit and expiry, and the change is recorded", async () => {
    const { credentialId, key } = await admin.call.credentials.issue({ name: "first name", ratePerMinute: 1 });
    const expiresAt = "2999-01-01T00:00:00.000Z";
    expect([await statusOf(key), await statusOf(key)]).toEqual([200, 429]);
    await admin.call.credentials.change({
      credentialId,
      name: "second name",
      ratePerMinute: 9,
      monthlyTokens: 70,
      expiresAt,
    });
    expect([await statusOf(key), await statusOf(key)]).toEqual([200, 200]);
    expect(await listed(credentialId)).toMatchObject({
      name: "second name",
      ratePerMinute: 9,
      tokens: { limit: 70, used: 0 },
      expiresAt,
    });
    const { events } = await admin.call.audit.list({ kind: "credential.changed", limit: 1 });
    expect(events[0]?.event).toMatchObject({
      kind: "credential.changed",
      ...{
        credential_id: credentialId,
        name: "second name",
        rate_per_minute: 9,
        monthly_tokens: 70,
        expires_at: expiresAt,
      },
      actor: { id: admin.memberId },
    });
    expect(await admin.call.audit.verify()).toMatchObject({ ok: true, errors: [] });
  });

  it("can be reset to the default rate limit and extended, but not changed after its revocation", async () => {
    const { credentialId, key } = await admin.call.credentials.issue({ name: "edited", ratePerMinute: 5 });
    const edited = {
      credentialId,
      name: "edited",
      ratePerMinute: null,
      monthlyTokens: null,
      expiresAt: "2001-01-01T00:00:00Z",
    };
    await admin.call.credentials.change(edited);
    expect(await statusOf(key)).toBe(401);
    await admin.call.credentials.change({ ...edited, expiresAt: null });
    expect(await statusOf(key)).toBe(200);
    expect(await listed(credentialId)).toMatchObject({ hasDefaultLimit: true, expiresAt: null });
    await admin.call.credentials.revoke({ credentialId });
    await expect(admin.call.credentials.change(edited)).rejects.toMatchObject({ code: "NOT_FOUND" });
  });

  it("shows and stores its last use immediately, also if it comes from the environment", async () => {
    const issued = await admin.call.credentials.issue({ name: "used" });
    expect((await listed(issued.credentialId))?.lastUsedAt).toBeNull();
    for (const { credentialId, key } of [issued, { credentialId: "environment", key: ENVIRONMENT_KEY }]) {
      const before = Date.now();
      await statusOf(key);
      const lastUsed = (await listed(credentialId))?.lastUsedAt ?? "";
      expect(Date.parse(lastUsed)).toBeGreaterThanOrEqual(before);
      expect(Date.parse(lastUsed)).toBeLessThanOrEqual(Date.now());
      const { pool } = gateway.gateway.database;
      const { rows } = await pool.query("select at from credential_uses where credential_id = $1", [credentialId]);
      expect(rows[0].at.toISOString()).toBe(lastUsed);
    }
  });

  it("records an audit event under the member's name for each change", async () => {
    const { credentialId } = await admin.call.credentials.issue({ name: "recorded" });
    await admin.call.credentials.rotate({ credentialId });
    await admin.call.credentials.revoke({ credentialId });
    const { events } = await admin.call.audit.list({ limit: 3 });
    expect(events.map(({ event }) => event.kind)).toEqual([
      "credential.revoked",
      "credential.rotated",
      "credential.issued",
    ]);
    for (const { event, credential } of events) {
      expect(event).toMatchObject({ credential_id: credentialId, actor: { id: admin.memberId } });
      expect(credential).toBe("recorded");
    }
  });
});

describe("the API key from the environment", () => {
  it("works, is listed, and cannot be changed in the console", async () => {
    expect(await statusOf(ENVIRONMENT_KEY)).toBe(200);
    const [first] = await admin.call.credentials.list();
    expect(first).toMatchObject({ credentialId: "environment", name: "environment", fromEnvironment: true, keys: [] });
    for (const change of [admin.call.credentials.revoke, admin.call.credentials.rotate]) {
      await expect(change({ credentialId: "environment" })).rejects.toMatchObject({ code: "BAD_REQUEST" });
    }
  });

  it("is refused unless it matches exactly", async () => {
    for (const wrong of [`${ENVIRONMENT_KEY}x`, ENVIRONMENT_KEY.slice(1), ENVIRONMENT_KEY.toUpperCase()]) {
      expect(await statusOf(wrong)).toBe(401);
    }
  });
});
