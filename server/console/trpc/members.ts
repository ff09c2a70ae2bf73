import { z } from "zod";
import { emailAddress, memberName, newPassword, requiredText } from "#lib/domain/fields.ts";
import { actorId, id } from "#lib/domain/identifiers.ts";
import { ROLES } from "#lib/domain/members.ts";
import { memberActor } from "#server/audit/log/event.ts";
import { showSignIn } from "#server/console/auth/show-sign-in.ts";
import { listMembers, setEnabled, setRole } from "#server/console/members/accounts.ts";
import { invite, offerReset, revokeInvitation } from "#server/console/members/invitations.ts";
import {
  changePassword,
  endSessions,
  listSessions,
  notifications,
  readNotifications,
  rename,
  setNotifications,
  setTimeZone,
  timeZone,
} from "#server/console/members/own-account.ts";
import { needs, router } from "./init.ts";

const role = z.enum(ROLES);
const whom = z.object({ memberId: actorId });

export const membersRouter = router({
  list: needs.administer.query(({ ctx }) => listMembers(ctx.gateway)),

  /** Returns how members sign in, and the caller's last test of the OpenID provider. */
  signIn: needs.administer.query(({ ctx }) => showSignIn(ctx.gateway, ctx.member)),

  /** Returns the invitation link, which is shown only once and can be used only once. */
  invite: needs.administer
    .input(z.object({ email: emailAddress, role }))
    .mutation(({ ctx, input }) => invite(ctx.gateway, memberActor(ctx.member), input)),

  revokeInvitation: needs.administer
    .input(z.object({ invitationId: id }))
    .mutation(({ ctx, input }) => revokeInvitation(ctx.gateway, memberActor(ctx.member), input.invitationId)),

  /** Returns a one-time link for setting a new password. */
  resetPassword: needs.administer
    .input(whom)
    .mutation(({ ctx, input }) => offerReset(ctx.gateway, memberActor(ctx.member), input.memberId)),

  setRole: needs.administer
    .input(whom.extend({ role }))
    .mutation(({ ctx, input }) => setRole(ctx.gateway, memberActor(ctx.member), input)),

  disable: needs.administer
    .input(whom)
    .mutation(({ ctx, input }) => setEnabled(ctx.gateway, memberActor(ctx.member), input.memberId, false)),

  enable: needs.administer
    .input(whom)
    .mutation(({ ctx, input }) => setEnabled(ctx.gateway, memberActor(ctx.member), input.memberId, true)),

  rename: needs.account
    .input(z.object({ name: memberName }))
    .mutation(({ ctx, input }) => rename(ctx.gateway, memberActor(ctx.member), ctx.member, input.name)),

  changePassword: needs.account
    .input(z.object({ current: z.string().max(1_000), next: newPassword }))
    .mutation(({ ctx, input }) => changePassword(ctx.gateway, ctx.member, input)),

  notifications: needs.account.query(({ ctx }) => readNotifications(ctx.gateway, ctx.member)),

  setNotifications: needs.account
    .input(notifications)
    .mutation(({ ctx, input }) => setNotifications(ctx.gateway, ctx.member, input)),

  setTimeZone: needs.account
    .input(z.object({ timeZone: z.nullable(timeZone) }))
    .mutation(({ ctx, input }) => setTimeZone(ctx.gateway, ctx.member, input.timeZone)),

  sessions: needs.account.query(({ ctx }) => listSessions(ctx.gateway, ctx.member)),

  /** Ends one session of the caller or, without `sessionId`, all sessions except the current one. */
  endSessions: needs.account
    .input(z.object({ sessionId: z.optional(requiredText(64, "must not be empty")) }))
    .mutation(({ ctx, input }) => endSessions(ctx.gateway, ctx.member, input.sessionId)),
});
