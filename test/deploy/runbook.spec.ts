import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { documentedMetrics } from '../support/documented-metrics';

const runbook = readFileSync('docs/runbook.md', 'utf8');

/** What is set as code in the text, but for blocks of commands. */
const named = [...runbook.replaceAll(/```[\s\S]*?```/g, '').matchAll(/`([^`]+)`/g)].map(([, text = '']) =>
  text.replaceAll(/\s+/g, ' '),
);

function thatAre(pattern: RegExp): readonly string[] {
  return [...new Set(named.filter((text) => pattern.test(text)))];
}

it.each(thatAre(/^[a-z]+(\.[a-z_]+)+$/).filter((name) => !/^req\.|\.(md|yaml|db)$/.test(name)))(
  'there is a setting %s',
  (name) => {
    expect(readFileSync('docs/settings.md', 'utf8').includes(name)).toBe(true);
  },
);

it.each(thatAre(/^(pennon|grpc|flipt|nodejs)_/))('there is a series %s', (name) => {
  expect(documentedMetrics().has(name)).toBe(true);
});

describe('the log line', () => {
  let source: string;

  beforeAll(() => {
    const files = ['apps', 'libs'].flatMap((directory) =>
      readdirSync(directory, { recursive: true, encoding: 'utf8' }).map((name) => join(directory, name)),
    );
    const ours = files.filter((name) => name.endsWith('.ts') && !name.endsWith('.spec.ts'));
    source = ours.map((name) => readFileSync(name, 'utf8')).join('\n');
  });

  it.each(thatAre(/^[a-z]+( [A-Za-z]+)+$/i).filter((text) => !/^(pennon|kubectl) /.test(text)))(
    '"%s" is written',
    (line) => {
      // A helper is named where it is made.
      const [, rest = line] = /^Redis (fails .*)$/.exec(line) ?? [];
      expect(source).toContain(rest);
    },
  );
});
