import { commonOptions } from './command-line/command';
import { commands } from './commands';

test('every command says in lower case what it and its options do, without a full stop', () => {
  for (const { summary, options } of commands) {
    for (const text of [summary, ...Object.values(options).map(({ help }) => help)]) {
      expect(text).toMatch(/^[a-z].*[^.]$/);
    }
  }
});

test('every command has details and an example of itself', () => {
  for (const { name, details, examples } of commands) {
    expect([name, details.length > 0]).toEqual([name, true]);
    expect([name, examples.some((line) => line.includes(`pennon ${name}`))]).toEqual([name, true]);
    for (const line of [...details, ...examples]) expect(line.length).toBeLessThanOrEqual(120);
  }
});

test('an option is of one type and has one letter, whatever the command', () => {
  const forms = new Map<string, string>();
  const letters = new Map<string, string>();
  for (const { options } of commands) {
    for (const [name, { type, short }] of Object.entries({ ...options, ...commonOptions })) {
      expect([name, forms.get(name) ?? type]).toEqual([name, type]);
      forms.set(name, type);
      if (short === undefined) continue;
      expect([short, letters.get(short) ?? name]).toEqual([short, name]);
      letters.set(short, name);
    }
  }
});
