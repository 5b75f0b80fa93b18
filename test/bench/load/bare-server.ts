import { createServer, type RequestListener } from 'node:http';

/**
 * The yardstick, a process of its own: plain `node:http` that answers JSON of a given size, to any verb but GET when it
 * has read the body; or 304 and no body, when the size is 0.
 *
 * Its argument is the size in bytes. Tells its parent the port, and ends with it.
 */
const answer = jsonOfSize(Number(process.argv[2]));

const answerJson: RequestListener = (request, response) => {
  const reply = (): void => {
    response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': answer.length });
    response.end(answer);
  };
  if (request.method === 'GET') {
    reply();
    return;
  }
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', reply);
};

const answerNotModified: RequestListener = (_, response) => {
  response.writeHead(304, { ETag: 'd3b07384d113edec49eaa6238ad5ff00a1b2c3d4' });
  response.end();
};

const server = createServer(answer === '' ? answerNotModified : answerJson);
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  process.send?.(typeof address === 'object' ? address?.port : undefined);
});
process.once('disconnect', () => process.exit());

function jsonOfSize(size: number): string {
  return size === 0 ? '' : `{"text":"${'x'.repeat(size - '{"text":""}'.length)}"}`;
}
