import { connect } from 'node:net';
import { performance } from 'node:perf_hooks';
import { httpRequests, statusOf, type HttpRequest } from '../workload/requests';
import { type Client, type Errand, type Questions } from './client';

const BUFFER_BYTES = 64 * 1024;

/** More than the head of any answer takes; it is expected to come in one piece. */
const MAX_HEAD_BYTES = 1024;

const END_OF_HEAD = '\r\n\r\n';

/** Asks over HTTP/1.1: keep-alive connections, one request at a time on each. */
export const httpClient: Client = {
  streams: 1,
  encode: (questions) =>
    httpRequests(questions.kind, questions.flagCount).map((request) => requestBytes(questions, request)),
  runConnection,
};

function requestBytes({ authority, headers }: Questions, { method, path, body }: HttpRequest): Buffer {
  const head = [
    `${method} ${path} HTTP/1.1`,
    `Host: ${authority}`,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    ...(body === undefined
      ? []
      : ['Content-Type: application/json', `Content-Length: ${Buffer.byteLength(body)}`]),
  ];
  return Buffer.from(`${head.join('\r\n')}${END_OF_HEAD}${body ?? ''}`);
}

async function runConnection(errand: Errand): Promise<void> {
  const { host, port, kind, requests, timetable, onAnswer } = errand;
  const statusLine = `HTTP/1.1 ${statusOf(kind)} `;
  return new Promise((resolve, reject) => {
    let next = errand.first;
    let sentAt = 0;
    /** Bytes of the present answer still to come; 0 when no part of it has come yet. */
    let missing = 0;

    const send = (since: number | undefined): void => {
      const request = requests[next++ % requests.length];
      if (since === undefined || request === undefined) {
        resolve();
        socket.destroy();
        return;
      }
      sentAt = since;
      socket.write(request);
    };
    const receive = (count: number, bytes: Uint8Array): boolean => {
      missing = (missing === 0 ? answerLength(bytes, count, statusLine) : missing) - count;
      if (!(missing >= 0)) {
        reject(new Error(`not an answer to go on from:\n${textOf(bytes, count)}`));
        socket.destroy();
        return false;
      }
      if (missing === 0) {
        onAnswer(performance.now() - sentAt);
        timetable.next(send);
      }
      return true;
    };

    const onread = { buffer: Buffer.allocUnsafe(BUFFER_BYTES), callback: receive };
    const socket = connect({ host, port, noDelay: true, onread }, () => {
      timetable.next(send);
    });
    socket.once('error', reject);
    socket.once('close', () => {
      reject(new Error('the server closed the connection'));
    });
  });
}

/**
 * Length of the answer that begins here, head and body, in bytes; NaN unless it is as expected, and its length known.
 */
function answerLength(bytes: Uint8Array, count: number, statusLine: string): number {
  const text = textOf(bytes, count);
  if (!text.startsWith(statusLine)) return NaN;
  const headLength = text.indexOf(END_OF_HEAD) + END_OF_HEAD.length;
  // An answer without a body says nothing of its length: RFC 9110, 8.6.
  if (statusLine.includes(' 304 ')) return headLength;
  return headLength + Number(/\r\ncontent-length: (\d+)\r\n/i.exec(text)?.[1]);
}

/** The beginning of what came, with all of the head. */
function textOf(bytes: Uint8Array, count: number): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(count, MAX_HEAD_BYTES)).toString('latin1');
}
