export interface WatchIdleOptions<C> {
  readonly keepAliveMs: number;
  /** The last exchange of a connection if it has ended. */
  readonly lastAnswered: (connection: C) => object | undefined;
  /** Whether the reader has received the whole answer. */
  readonly hasReadAll: (connection: C) => boolean;
}

/**
 * Closes connections that were answered and send no further request. node's own `keepAliveTimeout` restarts with every
 * byte, so that an empty line now and then would keep a connection open forever.
 */
export function watchIdle<C extends { destroy(): unknown }>(options: WatchIdleOptions<C>) {
  const { keepAliveMs, lastAnswered, hasReadAll } = options;
  const idle = new WeakMap<C, { readonly after: object; readonly since: number }>();
  return {
    look(connections: Iterable<C>, now: number): void {
      for (const connection of connections) {
        const after = lastAnswered(connection);
        if (after === undefined) continue;
        const before = idle.get(connection);
        if (before?.after !== after) idle.set(connection, { after, since: now });
        else if (now - before.since >= keepAliveMs && hasReadAll(connection)) connection.destroy();
      }
    },
  };
}
