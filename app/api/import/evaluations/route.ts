import { uploadFile } from "#server/console/files/upload-evaluation.ts";
import { withGateway } from "#server/process/next/with-gateway.ts";

export const POST = withGateway(uploadFile);
