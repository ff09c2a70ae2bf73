/** Remedies by SQLSTATE or error code of Node. */
const REMEDIES: Readonly<Record<string, string>> = {
  "08P01": "the pooler refuses the database, the user or a parameter in DATABASE_URL or PGOPTIONS",
  "28000": "the server refuses this user, or requires TLS (sslmode)",
  "28P01": "the server refuses this user or password",
  "3D000": "this database does not exist",
  "53300": "the role, the database, the server or the pooler has no free connection",
  "57P03": "the server is starting or stopping",
  CERT_HAS_EXPIRED: "the server's certificate has expired",
  DEPTH_ZERO_SELF_SIGNED_CERT: "the server's certificate is not trusted: set sslrootcert",
  EACCES: "the gateway may not open the socket",
  EAI_AGAIN: "the host name was not resolved",
  ECONNREFUSED: "nothing listens at this host and port",
  ECONNRESET: "the server or a proxy closed the connection",
  ENOENT: "the socket or a certificate file does not exist",
  ENOTFOUND: "the host name does not exist",
  ERR_TLS_CERT_ALTNAME_INVALID: "the server's certificate is for another host",
  ETIMEDOUT: "the host does not answer",
  SELF_SIGNED_CERT_IN_CHAIN: "the server's certificate is not trusted: set sslrootcert",
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: "the server's certificate is not trusted: set sslrootcert",
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: "the server's certificate is not trusted: set sslrootcert",
};

/**
 * Returns the error to throw if a connection to PostgreSQL could not be opened. It names DATABASE_URL and contains no part
 * of it: `pg` and the server quote hosts, users and databases in their messages.
 */
export function explainConnectionError(error: unknown): Error {
  const { code, message } = Object(error);
  // Without a code, the message is a fixed sentence of `pg`.
  const cause = code === undefined ? message : `${REMEDIES[code] ?? "the connection failed"} (${code})`;
  return new Error(`DATABASE_URL: ${cause}.`);
}
