// The health check of the image: exit code 0 while /health says SERVING.
const isTls = process.env.PENNON_SERVER_PROTOCOL === 'https';
const { get } = await import(isTls ? 'node:https' : 'node:http');
const port = isTls
  ? process.env.PENNON_SERVER_HTTPS_PORT || '443'
  : process.env.PENNON_SERVER_HTTP_PORT || '8080';
// The certificate is made out to another name than that of the loopback.
const options = { host: '127.0.0.1', port, path: '/health', rejectUnauthorized: false };
get(options, ({ statusCode }) => process.exit(statusCode === 200 ? 0 : 1)).once('error', () =>
  process.exit(1),
);
