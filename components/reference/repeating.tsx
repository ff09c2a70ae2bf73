import { routes } from "#lib/console/routes.ts";
import { ERROR_CODES, ERRORS } from "#lib/contract/error-table.ts";

const RETRIED = ERROR_CODES.filter((code) => ERRORS[code].status === 429 || ERRORS[code].status === 503);

export function Repeating() {
  return (
    <>
      <p>
        <strong>Without an idempotency key, each call makes a new forecast</strong> with its own request ID and audit
        event, even if the request is the same.
      </p>
      <p>
        With an <code>Idempotency-Key</code> header, such as a random UUID for each forecast, a repeated request gets
        the same response for 24 hours, with the same request ID and <code>Idempotency-Replayed: true</code>. A
        different request with the same key is refused.
      </p>
      <p>
        After the following errors, wait for the number of seconds in <code>Retry-After</code>, then repeat the call:{" "}
        {RETRIED.map((code, index) => (
          <span key={code}>
            {index > 0 && ", "}
            <a href={routes.errorCode(code)}>
              <code>{code}</code>
            </a>
          </span>
        ))}
        . If the model may have made a forecast, as after most 502 and 504 errors, the error is stored as the response
        for the key. A repeated call then returns the stored error with <code>Idempotency-Replayed: true</code>; use a
        new key to request a forecast again. After any other error, you can use the same key again. Do not repeat other
        refused requests unchanged, because they will be refused again.
      </p>
      <p>
        If the connection breaks before the response arrives, the forecast may have been made and recorded. With an
        idempotency key, a repeated call returns the recorded forecast.
      </p>
    </>
  );
}
