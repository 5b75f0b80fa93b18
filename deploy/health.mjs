// The health check of the image: exit code 0 while /health says SERVING.
const port = process.env.PENNON_SERVER_HTTP_PORT || '8080';
try {
  const { ok } = await fetch(`http://127.0.0.1:${port}/health`);
  process.exit(ok ? 0 : 1);
} catch {
  process.exit(1);
}
