export interface WatchIdleOptions<C> {
  readonly keepAliveMs: number;
  /** The last exchange of a connection, where it is over. */
  readonly lastAnswered: (connection: C) => object | undefined;
  /** Whether the reader has taken all of the answer. */
  readonly hasReadAll: (connection: C) => boolean;
}

/**
 * Ends connections that have been answered and send no further request. node's own `keepAliveTimeout` begins anew with
 * every byte, and an empty line now and then, which is no request, would keep a connection for ever.
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
