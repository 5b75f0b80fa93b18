import { connect } from 'node:net';
import { performance } from 'node:perf_hooks';
import { BENCH_TOKEN, evaluationRequests, pathOf } from '../workload/requests';
import { type Client, type Errand, type Questions } from './client';

const BUFFER_BYTES = 64 * 1024;

/** More than the head of any answer takes; it is expected to come in one piece. */
const MAX_HEAD_BYTES = 1024;

const END_OF_HEAD = '\r\n\r\n';

/** Asks over HTTP/1.1: keep-alive connections, one request at a time on each. */
export const httpClient: Client = {
  streams: 1,
  encode: (questions) =>
    evaluationRequests(questions.kind, questions.flagCount).map((request) =>
      requestBytes(questions, JSON.stringify(request)),
    ),
  runConnection,
};

function requestBytes({ authority, kind, caller }: Questions, body: string): Buffer {
  const head = [
    `POST ${pathOf('HTTP', kind)} HTTP/1.1`,
    `Host: ${authority}`,
    ...(caller === 'somebody' ? [`Authorization: Bearer ${BENCH_TOKEN}`] : []),
    'Content-Type: application/json',
    `Content-Length: ${Buffer.byteLength(body)}`,
  ];
  return Buffer.from(`${head.join('\r\n')}\r\n\r\n${body}`);
}

async function runConnection(errand: Errand): Promise<void> {
  const { host, port, requests, deadline, onAnswer } = errand;
  return new Promise((resolve, reject) => {
    let next = errand.first;
    let sentAt = 0;
    /** Bytes of the present answer still to come; 0 when no part of it has come yet. */
    let missing = 0;

    const send = (): void => {
      sentAt = performance.now();
      if (sentAt >= deadline) {
        resolve();
        socket.destroy();
        return;
      }
      const request = requests[next++ % requests.length];
      if (request !== undefined) socket.write(request);
    };
    const receive = (count: number, bytes: Uint8Array): boolean => {
      missing = (missing === 0 ? answerLength(bytes, count) : missing) - count;
      if (!(missing >= 0)) {
        reject(new Error(`not an answer to go on from:\n${textOf(bytes, count)}`));
        socket.destroy();
        return false;
      }
      if (missing === 0) {
        onAnswer(performance.now() - sentAt);
        send();
      }
      return true;
    };

    const onread = { buffer: Buffer.allocUnsafe(BUFFER_BYTES), callback: receive };
    const socket = connect({ host, port, noDelay: true, onread }, send);
    socket.once('error', reject);
    socket.once('close', () => {
      reject(new Error('the server closed the connection'));
    });
  });
}

/** Length of the answer that begins here, head and body, in bytes; NaN unless it is a 200 with a known length. */
function answerLength(bytes: Uint8Array, count: number): number {
  const text = textOf(bytes, count);
  if (!text.startsWith('HTTP/1.1 200 ')) return NaN;
  const headLength = text.indexOf(END_OF_HEAD) + END_OF_HEAD.length;
  return headLength + Number(/\r\ncontent-length: (\d+)\r\n/i.exec(text)?.[1]);
}

/** The beginning of what came, with all of the head. */
function textOf(bytes: Uint8Array, count: number): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(count, MAX_HEAD_BYTES)).toString('latin1');
}
