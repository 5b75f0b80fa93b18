import { parentPort } from 'node:worker_threads';
import {
  digestOfContents,
  digestOfLine,
  type NamespaceContents,
  type Request,
  type Response,
} from './messages';
import { readFiles, type NamespaceLines } from './read-files';

/** How much text makes up one answer, in UTF-16 units: decoding it must not keep others waiting. */
const ANSWER_LENGTH = 64 * 1024;

/** What was read last, by the keys of the namespaces. */
let read: ReadonlyMap<string, NamespaceLines> = new Map();

function answer(request: Request): Response {
  if (request.kind === 'read') {
    read = new Map();
    const { namespaces, files } = readFiles(request.files, request.limits);
    read = new Map(namespaces.map((lines) => [lines.namespaceKey, lines]));
    return { kind: 'contents', namespaces: namespaces.map(contentsOf), files };
  }
  const lines: string[] = [];
  let length = 0;
  for (const position of request.positions) {
    const line = read.get(request.namespaceKey)?.[request.part][position];
    if (line === undefined) throw new Error('the line asked for does not exist');
    lines.push(line);
    length += line.length;
    if (length >= ANSWER_LENGTH) break;
  }
  return { kind: 'lines', lines };
}

function contentsOf(lines: NamespaceLines): NamespaceContents {
  const { namespaceKey, modifiedAt } = lines;
  const segments = lines.segments.map(digestOfLine);
  const flags = lines.flags.map(digestOfLine);
  return { namespaceKey, modifiedAt, digest: digestOfContents(segments, flags), segments, flags };
}

parentPort?.on('message', (request: Request) => {
  parentPort?.postMessage(answer(request));
});
