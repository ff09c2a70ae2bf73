/** @type {import('next').NextConfig} */
export default {
  poweredByHeader: false,
  reactStrictMode: true,
  serverExternalPackages: ["pg", "pino", "@electric-sql/pglite", "@redis/client"],
  experimental: { optimizePackageImports: ["@mantine/core", "@mantine/hooks", "@mantine/spotlight"] },
  typescript: { ignoreBuildErrors: true },
};
