/**
 * What the tests' build, and a server of theirs, find in the environment: a value that can be told apart from any other
 * in each variable that may hold a secret. None of it may turn up where a browser could read it.
 */

/** What all of them have in common, and nothing else has. */
export const MARK = "planted-7c41e0";

export const PLANTED = {
  DATA_DIR: `/${MARK}-data-dir`,
  DATABASE_URL: `postgres://${MARK}-user:${MARK}-password@${MARK}-host:5432/${MARK}-database`,
  REDIS_URL: `redis://:${MARK}-redis-password@127.0.0.1:6379`,
  AUTH_SECRET: `${MARK}-auth-secret-of-more-than-32-characters`,
  GATEWAY_API_KEY: `${MARK}-gateway-api-key`,
  MODEL_URL: `http://127.0.0.1:9/${MARK}-model-path`,
  MODEL_TOKEN: `${MARK}-model-token`,
  OIDC_CLIENT_SECRET: `${MARK}-oidc-client-secret`,
  CHECKPOINT_DIR: `/${MARK}-checkpoint-dir`,
};
