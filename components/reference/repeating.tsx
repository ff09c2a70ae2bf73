import { routes } from "#lib/console/routes.ts";
import { ERROR_CODES, ERRORS } from "#lib/contract/error-table.ts";

const RETRIED = ERROR_CODES.filter((code) => ERRORS[code].status === 429 || ERRORS[code].status === 503);

export function Repeating() {
  return (
    <>
      <p>
        <strong>Without a key, each call is a forecast of its own</strong>, with its own request id and its own audit
        event, also for the same request.
      </p>
      <p>
        With an <code>Idempotency-Key</code>, such as a random UUID for each forecast that you want, the same request
        has the same answer for 24 hours, under the same request id and with <code>Idempotency-Replayed: true</code>. A
        key sent with another request is refused.
      </p>
      <p>
        Wait for the seconds in <code>Retry-After</code>, then repeat the call, after:{" "}
        {RETRIED.map((code, index) => (
          <span key={code}>
            {index > 0 && ", "}
            <a href={routes.errorCode(code)}>
              <code>{code}</code>
            </a>
          </span>
        ))}
        . If the model may have made a forecast, as after most 502 and 504, the failure is the key’s answer. A repeated
        call then returns it with <code>Idempotency-Replayed: true</code>: ask again with a new key. Any other failure
        leaves the key free. Do not repeat other refusals unchanged: they would be refused again.
      </p>
      <p>
        Where the connection breaks before the answer arrives, the forecast may have been made and recorded. With a key,
        a repeated call returns it.
      </p>
    </>
  );
}
