import { importFile } from "#server/console/files/import-file.ts";
import { withGateway } from "#server/process/next/with-gateway.ts";

export const POST = withGateway(importFile);
