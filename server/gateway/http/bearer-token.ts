/** Returns the token of an Authorization header; undefined for another scheme. The scheme's case is ignored (RFC 9110). */
export function bearerToken(authorization: string | undefined): string | undefined {
  return /^Bearer +([^\s]+) *$/i.exec(authorization ?? "")?.[1];
}
