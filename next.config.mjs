/** @type {import('next').NextConfig} */
export default {
  poweredByHeader: false,
  reactStrictMode: true,
  serverExternalPackages: ["pg", "pino", "nodemailer", "pg-boss", "@electric-sql/pglite", "@redis/client"],
  experimental: {
    optimizePackageImports: ["@mantine/core", "@mantine/hooks", "@mantine/spotlight"],
    // Loads a page's code at its first request, which shortens startup by a fifth.
    preloadEntriesOnStart: false,
    // These three take half of a build's CPU time. Unminified, server errors are readable without a source map.
    serverMinification: false,
    turbopackSourceMaps: false,
    turbopackFileSystemCacheForBuild: false,
    // While the server is unreachable, navigation waits for it instead of showing the browser's error page.
    useOffline: true,
  },
  // The URL of a one-time link is a secret, so it is kept out of Referer headers and request logs.
  headers: async () => [{ source: "/join/:token", headers: [{ key: "Referrer-Policy", value: "no-referrer" }] }],
  // Unknown API paths get a JSON error. Sources match case-insensitively.
  rewrites: async () => [{ source: "/:version(v\\d+)/:rest*", destination: "/v1/no-such-address" }],
  logging: { incomingRequests: { ignore: [/^\/join\//] } },
  // No page needs resized images, and the image route logs text from its caller.
  images: { unoptimized: true },
  typescript: { ignoreBuildErrors: true },
};
