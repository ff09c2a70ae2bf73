import { routes } from "#lib/console/routes.ts";
import { ERROR_CODES, ERRORS, ORDER_OF_CHECKS } from "#lib/contract/error-table.ts";

export function OrderOfChecks() {
  return (
    <>
      <p>
        The method and the path are checked first: other methods return 405, other paths 404. Then{" "}
        {ORDER_OF_CHECKS.length} checks with {ERROR_CODES.length - 1} error codes follow, in this order.{" "}
        <a href={routes.errorCode("INTERNAL_ERROR")}>INTERNAL_ERROR</a> ({ERRORS.INTERNAL_ERROR.status}) can occur at
        any point and is a defect of the gateway.
      </p>
      <ol>
        {ORDER_OF_CHECKS.map(({ check, codes }) => (
          <li key={check}>
            {check}:{" "}
            {codes.map((code, index) => (
              <span key={code}>
                {index > 0 && ", "}
                <a href={routes.errorCode(code)}>
                  <code>{code}</code>
                </a>
              </span>
            ))}
          </li>
        ))}
      </ol>
    </>
  );
}
