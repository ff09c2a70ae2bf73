import { downloadProof } from "#server/console/files/download-proof.ts";
import { withGateway } from "#server/process/next/with-gateway.ts";

export const GET = withGateway(downloadProof);
