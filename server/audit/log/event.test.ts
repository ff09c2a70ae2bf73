import { expectTypeOf, it } from "vitest";
import type { EventKind } from "#lib/domain/audit-events.ts";
import type { Event } from "./event.ts";

it("the audit event types have exactly the listed event kinds", () => {
  expectTypeOf<Event["kind"]>().toEqualTypeOf<EventKind>();
});
