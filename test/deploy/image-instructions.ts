import { readFileSync } from 'node:fs';
import { instructionsOf } from '../support/docker/dockerfile';

/** The stages that become images. */
export const stages = ['writer', 'reader'] as const;

export type Stage = (typeof stages)[number];

/** The text of the last instruction of that name; empty if there is none. */
export function textOf(stage: Stage, name: string): string {
  return instructionsOf(stage).findLast((instruction) => instruction.name === name)?.text ?? '';
}

/** The words of an instruction that is written as a list. */
export function wordsOf(stage: Stage, name: string): readonly string[] {
  const text = textOf(stage, name);
  return JSON.parse(text.slice(text.indexOf('['))) as readonly string[];
}

/** Variables that the image sets. */
export function variablesOf(stage: Stage): Readonly<Record<string, string>> {
  const texts = instructionsOf(stage).filter(({ name }) => name === 'ENV');
  return pairsOf(texts.map(({ text }) => text).join(' '));
}

/** Labels as they are without any argument of the build. */
export function labelsOf(stage: Stage): Readonly<Record<string, string>> {
  const args = instructionsOf(stage).filter(({ name }) => name === 'ARG');
  const defaults = pairsOf(args.map(({ text }) => text).join(' '));
  const filled = textOf(stage, 'LABEL').replaceAll(/\$\{(\w+)\}/g, (_, name: string) => defaults[name] ?? '');
  return pairsOf(filled);
}

/** The image that all stages begin with, unless an argument of the build names another. */
export function baseImage(): string {
  return /^ARG NODE_IMAGE=(.*)$/m.exec(readFileSync('deploy/Dockerfile', 'utf8'))?.[1] ?? '';
}

/** What an instruction assigns: `a=b c="d e"`. */
function pairsOf(text: string): Readonly<Record<string, string>> {
  const pairs = text.matchAll(/([\w.]+)=(?:"([^"]*)"|(\S*))/g);
  return Object.fromEntries(
    Array.from(pairs, ([, name = '', quoted, plain]): [string, string] => [name, quoted ?? plain ?? '']),
  );
}
