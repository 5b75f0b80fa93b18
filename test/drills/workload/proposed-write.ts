import { type Dice } from './dice';
import { type NamespaceModel } from './namespace-model';

/** What the answer to a creation tells of what was created, if it has an id. */
export interface CreatedJson {
  readonly id?: string;
  /** RFC 3339. */
  readonly createdAt?: string;
}

/** A write of the management API, and what it does to the namespace if it is acknowledged. */
export interface ProposedWrite {
  readonly verb: 'POST' | 'PUT' | 'DELETE';
  readonly path: string;
  readonly body?: object;
  readonly happen: (model: NamespaceModel, created: CreatedJson) => void;
}

/**
 * Makes up one write for the namespace as it is believed to be; undefined where none would make sense. Others write at
 * the same time, so the server may well refuse it.
 */
export type Proposal = (model: NamespaceModel, dice: Dice) => ProposedWrite | undefined;

/** Proposals by the names of the RPCs they call. */
export type Proposals = Readonly<Record<string, Proposal>>;

/** The path of a namespace, or of something below it. */
export function pathOf({ key }: NamespaceModel, below = ''): string {
  return `/api/v1/namespaces/${key}${below}`;
}

/** What the row of something that was created has from the server: its id, and both its times in microseconds. */
export function stampOf({ id, createdAt = '' }: CreatedJson): {
  readonly id: string;
  readonly createdAt: number;
  readonly updatedAt: number;
} {
  if (id === undefined) throw new Error('the answer to a creation has no id');
  const [, seconds = '', fraction = ''] = /^(.{19})(?:\.(\d+))?Z$/.exec(createdAt) ?? [];
  const micros = Date.parse(`${seconds}Z`) * 1000 + Number(fraction.padEnd(6, '0').slice(0, 6));
  if (Number.isNaN(micros)) throw new Error(`the answer to a creation was created at "${createdAt}"`);
  return { id, createdAt: micros, updatedAt: micros };
}
