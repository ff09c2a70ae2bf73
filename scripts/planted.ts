/**
 * Recognizable values for every environment variable that may hold a secret. The tests build and run the gateway with
 * these values and check that none of them reaches a browser.
 */

/** Substring of every planted value; the tests search responses for it. */
export const MARK = "planted-7c41e0";

const MODEL = {
  MODEL_URL: `http://127.0.0.1:9/${MARK}-model-path`,
  MODEL_TOKEN: `${MARK}-model-token`,
  MODEL_EXTRA_BODY: `{"user":"${MARK}-model-body"}`,
  MODEL_HEADERS: `{"x-key":"${MARK}-model-header"}`,
};

export const PLANTED = {
  ...MODEL,
  ...Object.fromEntries(Object.entries(MODEL).map(([name, value]) => [`CANDIDATE_${name}`, value])),
  DATA_DIR: `/${MARK}-data-dir`,
  DATABASE_URL: `postgres://${MARK}-user:${MARK}-password@${MARK}-host:5432/${MARK}-database`,
  REDIS_URL: `redis://:${MARK}-redis-password@127.0.0.1:6379`,
  AUTH_SECRET: `${MARK}-auth-secret-of-more-than-32-characters`,
  GATEWAY_API_KEY: `${MARK}-gateway-api-key`,
  METRICS_TOKEN: `${MARK}-metrics-token`,
  OIDC_CLIENT_SECRET: `${MARK}-oidc-client-secret`,
  SCIM_TOKEN: `${MARK}-scim-token`,
  SMTP_URL: `smtp://${MARK}-user:${MARK}-smtp-password@127.0.0.1:9`,
  HTTP_PROXY: `http://${MARK}-user:${MARK}-proxy-password@127.0.0.1:9`,
  HTTPS_PROXY: `http://${MARK}-user:${MARK}-proxy-password@127.0.0.1:9`,
  CHECKPOINT_DIR: `/${MARK}-checkpoint-dir`,
  LOG_KEY_FILE: `/${MARK}-log-key-file`,
};
