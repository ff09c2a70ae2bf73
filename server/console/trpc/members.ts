import { z } from "zod";
import { emailAddress, memberName, newPassword, requiredText } from "#lib/domain/fields.ts";
import { actorId, id } from "#lib/domain/identifiers.ts";
import { ROLES } from "#lib/domain/members.ts";
import { memberActor } from "#server/audit/log/event.ts";
import { changePassword } from "#server/console/members/change-password.ts";
import { disableMember } from "#server/console/members/disable-member.ts";
import { enableMember } from "#server/console/members/enable-member.ts";
import { endSessions } from "#server/console/members/end-sessions.ts";
import { invite } from "#server/console/members/invite-member.ts";
import { listMembers } from "#server/console/members/list-members.ts";
import { listSessions } from "#server/console/members/list-sessions.ts";
import { offerReset } from "#server/console/members/offer-reset.ts";
import { rename } from "#server/console/members/rename-member.ts";
import { revokeInvitation } from "#server/console/members/revoke-invitation.ts";
import { notifications, readNotifications, setNotifications } from "#server/console/members/set-notifications.ts";
import { setRole } from "#server/console/members/set-role.ts";
import { adminProcedure, memberProcedure, router } from "./init.ts";

const role = z.enum(ROLES);
const whom = z.object({ memberId: actorId });

export const membersRouter = router({
  list: adminProcedure.query(({ ctx }) => listMembers(ctx.gateway)),

  /** Returns the invitation link, which is shown only once and can be used only once. */
  invite: adminProcedure
    .input(z.object({ email: emailAddress, role }))
    .mutation(({ ctx, input }) => invite(ctx.gateway, memberActor(ctx.member), input)),

  revokeInvitation: adminProcedure
    .input(z.object({ invitationId: id }))
    .mutation(({ ctx, input }) => revokeInvitation(ctx.gateway, memberActor(ctx.member), input.invitationId)),

  /** Returns a one-time link for setting a new password. */
  resetPassword: adminProcedure
    .input(whom)
    .mutation(({ ctx, input }) => offerReset(ctx.gateway, memberActor(ctx.member), input.memberId)),

  setRole: adminProcedure
    .input(whom.extend({ role }))
    .mutation(({ ctx, input }) => setRole(ctx.gateway, memberActor(ctx.member), input)),

  disable: adminProcedure
    .input(whom)
    .mutation(({ ctx, input }) => disableMember(ctx.gateway, memberActor(ctx.member), input.memberId)),

  enable: adminProcedure
    .input(whom)
    .mutation(({ ctx, input }) => enableMember(ctx.gateway, memberActor(ctx.member), input.memberId)),

  rename: memberProcedure
    .input(z.object({ name: memberName }))
    .mutation(({ ctx, input }) => rename(ctx.gateway, ctx.member, input.name)),

  changePassword: memberProcedure
    .input(z.object({ current: z.string().max(1_000), next: newPassword }))
    .mutation(({ ctx, input }) => changePassword(ctx.gateway, ctx.member, input)),

  notifications: memberProcedure.query(({ ctx }) => readNotifications(ctx.gateway, ctx.member)),

  setNotifications: memberProcedure
    .input(notifications)
    .mutation(({ ctx, input }) => setNotifications(ctx.gateway, ctx.member, input)),

  sessions: memberProcedure.query(({ ctx }) => listSessions(ctx.gateway, ctx.member)),

  /** Ends one session of the caller or, without `sessionId`, all sessions except the current one. */
  endSessions: memberProcedure
    .input(z.object({ sessionId: z.optional(requiredText(64, "must not be empty")) }))
    .mutation(({ ctx, input }) => endSessions(ctx.gateway, ctx.member, input.sessionId)),
});
