/** @type {import('next').NextConfig} */
export default {
  poweredByHeader: false,
  reactStrictMode: true,
  serverExternalPackages: ["pg", "pino", "nodemailer", "pg-boss", "@electric-sql/pglite", "@redis/client"],
  experimental: {
    optimizePackageImports: ["@mantine/core", "@mantine/hooks", "@mantine/spotlight"],
    // A page's code is loaded by its first visitor: a start is a fifth shorter.
    preloadEntriesOnStart: false,
    // These three take half of the processor time of a build. Unminified, an error of the server can be read without a map.
    serverMinification: false,
    turbopackSourceMaps: false,
    turbopackFileSystemCacheForBuild: false,
    // A link that is followed while the server is away waits for it, where the browser would show an error page.
    useOffline: true,
  },
  // The address of a one-time link is its secret: it goes to no other page, and into no log of requests.
  headers: async () => [{ source: "/join/:token", headers: [{ key: "Referrer-Policy", value: "no-referrer" }] }],
  // What looks like an address of the API and is none is refused in JSON; sources are compared without regard to case.
  rewrites: async () => [{ source: "/:version(v\\d+)/:rest*", destination: "/v1/no-such-address" }],
  logging: { incomingRequests: { ignore: [/^\/join\//] } },
  // No page has an image that would have to be made smaller, and the route logs its caller's text.
  images: { unoptimized: true },
  typescript: { ignoreBuildErrors: true },
};
