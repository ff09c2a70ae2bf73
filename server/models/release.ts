/** The release that this code serves. The exact version is in `model_version`. */
export const RELEASE = "service-r13-c";
