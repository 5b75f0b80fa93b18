import { readFileSync } from 'node:fs';

/** An instruction of a Dockerfile: its name, and the rest of it in one line. */
export interface Instruction {
  readonly name: string;
  readonly text: string;
}

/** Instructions of a stage, in their order, with those of the stages that it is made from. */
export function instructionsOf(stage: string, file = 'deploy/Dockerfile'): readonly Instruction[] {
  const instructions = read(file);
  const start = instructions.findIndex(({ name, text }) => name === 'FROM' && text.endsWith(` AS ${stage}`));
  if (start < 0) throw new Error(`${file} has no stage ${stage}`);
  const next = instructions.findIndex(({ name }, index) => index > start && name === 'FROM');
  const own = instructions.slice(start + 1, next < 0 ? undefined : next);
  const [base = ''] = instructions[start]?.text.split(' ') ?? [];
  // What begins with a variable is an image of somebody else's.
  return base.startsWith('$') ? own : [...instructionsOf(base, file), ...own];
}

function read(file: string): readonly Instruction[] {
  const text = readFileSync(file, 'utf8')
    .replaceAll(/^\s*#.*\n/gm, '')
    .replaceAll(/\\\n\s*/g, '');
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => ({ name: line.split(' ', 1)[0] ?? '', text: line.slice(line.indexOf(' ') + 1) }));
}
