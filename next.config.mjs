/** @type {import('next').NextConfig} */
export default {
  poweredByHeader: false,
  reactStrictMode: true,
  serverExternalPackages: [
    ...["anthropic", "azure", "google", "openai", "openai-compatible"].map((name) => `@ai-sdk/${name}`),
    "pg",
    "pino",
    "nodemailer",
    "pg-boss",
    "@electric-sql/pglite",
    "@redis/client",
  ],
  experimental: {
    optimizePackageImports: ["@mantine/core", "@mantine/hooks"],
    // The code of a page is loaded at its first request, which shortens startup by a fifth.
    preloadEntriesOnStart: false,
    // These three options would take half of a build's CPU time. Errors of unminified server code are readable.
    serverMinification: false,
    turbopackSourceMaps: false,
    turbopackFileSystemCacheForBuild: false,
    // While the server is unreachable, navigation waits instead of showing the browser's error page.
    useOffline: true,
  },
  // The URL of a one-time link is a secret: no Referer header may contain it, and `logging` below excludes it.
  headers: async () => [{ source: "/join/:token", headers: [{ key: "Referrer-Policy", value: "no-referrer" }] }],
  redirects: async () => [
    { source: "/questions/:taskId/over-time", destination: "/questions/:taskId", permanent: true },
  ],
  logging: { incomingRequests: { ignore: [/^\/join\//] } },
  // Disables the image route: no page needs resized images, and the route logs text from its caller.
  images: { unoptimized: true },
  typescript: { ignoreBuildErrors: true },
};
