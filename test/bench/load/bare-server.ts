import { createServer } from 'node:http';

/**
 * The yardstick, a process of its own: plain `node:http` that reads the body and answers JSON of a given size.
 *
 * Its argument is a JSON object of sizes in bytes by path. Tells its parent the port, and ends with it.
 */
const sizes = JSON.parse(process.argv[2] ?? '{}') as Record<string, number>;
const answers = new Map(Object.entries(sizes).map(([path, size]) => [path, jsonOfSize(size)]));

const server = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    const answer = answers.get(request.url ?? '') ?? '{}';
    response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': answer.length });
    response.end(answer);
  });
});

server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  process.send?.(typeof address === 'object' ? address?.port : undefined);
});
process.once('disconnect', () => process.exit());

function jsonOfSize(size: number): string {
  return `{"text":"${'x'.repeat(size - '{"text":""}'.length)}"}`;
}
