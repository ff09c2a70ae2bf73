/** @type {import('next').NextConfig} */
export default {
  poweredByHeader: false,
  reactStrictMode: true,
  serverExternalPackages: ["pg", "pino", "@electric-sql/pglite"],
  typescript: { ignoreBuildErrors: true },
};
