import { aSnapshotDocument } from '@pennon/testing';
import fc from 'fast-check';
import { runs } from '../../../../test/support/size';
import { compileSnapshot } from '../compile-snapshot';
import { encodeSnapshotDocument, SnapshotDecoder } from './snapshot-text';
import { SnapshotFormatError } from './members';
import { type SnapshotDocument } from './snapshot-document';

function decode(text: string): SnapshotDocument {
  const decoder = new SnapshotDecoder();
  for (const line of text.slice(0, -1).split('\n')) decoder.line(line);
  return decoder.end();
}

function encode(document: SnapshotDocument): string {
  return [...encodeSnapshotDocument(document)].join('');
}

/** What decoding comes to: a document, or the reason there is none. Anything else that is thrown is a bug. */
function attempt(text: string): SnapshotDocument | SnapshotFormatError {
  try {
    return decode(text);
  } catch (error) {
    if (error instanceof SnapshotFormatError) return error;
    throw error;
  }
}

const anyJson = fc.oneof(
  fc.jsonValue(),
  fc.constantFrom(Infinity, -1, 0.5, 101, [null], { type: 'variant' }),
);

/** Replaces one value of a JSON value, at a place that `path` chooses. */
function spoil(json: unknown, path: readonly number[], spoilt: unknown): unknown {
  const [step, ...rest] = path;
  if (step === undefined || typeof json !== 'object' || json === null) return spoilt;
  const names = Object.keys(json);
  const name = names[step % (names.length + 1)];
  // One step beside what there is: a member too many.
  if (name === undefined) return Array.isArray(json) ? [...json, spoilt] : { ...json, surplus: spoilt };
  const changed: unknown = spoil(Reflect.get(json, name), rest, spoilt);
  if (Array.isArray(json)) return json.with(Number(name), changed);
  return Object.fromEntries(names.map((each) => [each, each === name ? changed : Reflect.get(json, each)]));
}

describe('the text of a document', () => {
  it('is read back as the same document', () => {
    fc.assert(
      fc.property(aSnapshotDocument, (document) => {
        expect(decode(encode(document))).toStrictEqual(document);
      }),
    );
  });

  it('is refused when it is cut off, or goes on', () => {
    fc.assert(
      fc.property(aSnapshotDocument, fc.nat(), (document, at) => {
        const text = encode(document);
        expect(attempt(text.slice(0, at % text.length))).toBeInstanceOf(SnapshotFormatError);
        expect(attempt(`${text}{}\n`)).toBeInstanceOf(SnapshotFormatError);
      }),
    );
  });

  it('is refused, or read as what can be compiled, when anything in it is something else', () => {
    fc.assert(
      fc.property(
        aSnapshotDocument,
        fc.nat(),
        fc.array(fc.nat(), { maxLength: 6 }),
        anyJson,
        (document, at, path, spoilt) => {
          const lines = encode(document).slice(0, -1).split('\n');
          const index = at % lines.length;
          const line = JSON.stringify(spoil(JSON.parse(lines[index] ?? ''), path, spoilt));
          const read = attempt(`${lines.with(index, line).join('\n')}\n`);
          if (read instanceof SnapshotFormatError) return;
          compileSnapshot(read);
          // What is let through is a document: it has the shape that writing it again gives.
          expect(decode(encode(read))).toStrictEqual(read);
        },
      ),
      { numRuns: runs(1000) },
    );
  });

  it('is refused, or read as what can be compiled, when its bytes are damaged', () => {
    fc.assert(
      fc.property(aSnapshotDocument, fc.nat(), fc.string({ maxLength: 3 }), (document, at, noise) => {
        const text = encode(document);
        const place = at % text.length;
        const read = attempt(`${text.slice(0, place)}${noise}${text.slice(place + 1)}`);
        if (!(read instanceof SnapshotFormatError)) compileSnapshot(read);
      }),
      { numRuns: runs(1000) },
    );
  });
});
