import { describe, expect, it } from "vitest";
import { watchIdle } from "./watch-idle.ts";

const KEEP_ALIVE_SECONDS = 10;
const WATCHED_SECONDS = 60;

/** A connection and how it stands; `each` moves it on. Gives the second in which it was ended. */
function watch(each: (connection: ReturnType<typeof connect>, second: number) => void): number | undefined {
  const watched = connect();
  const idle = watchIdle<typeof watched>({
    keepAliveMs: KEEP_ALIVE_SECONDS * 1_000,
    lastAnswered: ({ answered }) => answered,
    hasReadAll: ({ hasReadAll }) => hasReadAll,
  });
  for (let second = 0; second <= WATCHED_SECONDS; second++) {
    each(watched, second);
    idle.look([watched], second * 1_000);
    if (watched.ended) return second;
  }
  return undefined;
}

function connect() {
  return {
    answered: undefined as object | undefined,
    hasReadAll: true,
    ended: false,
    destroy() {
      this.ended = true;
    },
  };
}

describe("a connection", () => {
  it("is ended when it has been kept for long enough after its last answer", () => {
    const ended = watch((each, second) => {
      if (second === 0 || second === 8) each.answered = {};
    });
    expect(ended).toBe(8 + KEEP_ALIVE_SECONDS);
  });

  it("is kept while a request is in flight, however long", () => {
    expect(watch(() => {})).toBeUndefined();
  });

  it("is kept until its reader has taken the answer", () => {
    const ended = watch((each, second) => {
      each.answered ??= {};
      each.hasReadAll = second >= 30;
    });
    expect(ended).toBe(30);
  });
});
