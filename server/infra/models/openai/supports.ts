import type { Task } from "#lib/contract/request.ts";
import type { Support } from "#server/infra/models/model.ts";

/** A language model reads text and data alike. What it cannot go without is what the options mean. */
export function supports({ criteria }: Task): Support {
  const unnamed = Object.keys(criteria)
    .sort()
    .find((id) => criteria[id] === null);
  if (unnamed === undefined) return { ok: true };
  const reason = `This release is told what options mean, and never their ids: every option needs a description. ${unnamed} has none.`;
  return { ok: false, reason, path: "/task/criteria" };
}
