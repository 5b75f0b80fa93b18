import { type ComparisonType } from '@pennon/domain';
import {
  compileSnapshot,
  SNAPSHOT_FORMAT_VERSION,
  type CompiledBooleanFlag,
  type SnapshotDocument,
} from '@pennon/snapshot';
import { vectors } from '../../../test/conformance/vectors/constraint-vectors.json';
import { evaluateBoolean } from './evaluate-boolean';
import { explainBoolean } from './explain-boolean';

const types: Readonly<Record<string, ComparisonType>> = {
  STRING_COMPARISON_TYPE: 'string',
  NUMBER_COMPARISON_TYPE: 'number',
  BOOLEAN_COMPARISON_TYPE: 'boolean',
  DATETIME_COMPARISON_TYPE: 'datetime',
  ENTITY_ID_COMPARISON_TYPE: 'entityId',
};

describe('a segment of one constraint', () => {
  it.each(vectors)(
    '$type $operator $value, given $input, matches: $match',
    ({ type, operator, value, input, match }) => {
      const comparisonType = types[type];
      if (comparisonType === undefined) throw new Error(`no comparison type ${type}`);
      const document = documentFor(comparisonType, operator, value);
      const flag = compile(document);
      const isEntityId = comparisonType === 'entityId';
      const entityId = isEntityId ? (input ?? '') : 'somebody else';
      // An entity id constraint must not look here.
      const decoy = { entityId: 'abc' };
      const context = isEntityId ? decoy : input === null ? {} : { property: input };
      expect(evaluateBoolean(flag, entityId, context).isEnabled).toBe(match);
      const { result, rollouts } = explainBoolean(flag, entityId, context, document);
      expect(result.isEnabled).toBe(match);
      const constraint = { operator, wanted: value, actual: input ?? (isEntityId ? '' : undefined) };
      const verdict = match ? 'matched' : expect.not.stringMatching(/^matched$/);
      expect(rollouts).toMatchObject([{ segments: [{ constraints: [{ ...constraint, verdict }] }] }]);
    },
  );
});

/** A boolean flag, off, that one segment of one constraint turns on. */
function documentFor(type: ComparisonType, operator: string, value: string): SnapshotDocument {
  const constraint = { id: 'c1', type, property: 'property', operator, value };
  const step = { type: 'segment', segmentKeys: ['s'], segmentOperator: 'or', value: true } as const;
  const texts = { name: '', description: '' };
  const times = { createdAt: 0, updatedAt: 0 };
  const rollouts = [{ id: 'o1', rank: 1, step }];
  return {
    formatVersion: SNAPSHOT_FORMAT_VERSION,
    namespaceKey: 'default',
    revision: 1,
    segments: [{ key: 's', matchType: 'all', constraints: [constraint] }],
    flags: [{ type: 'boolean', key: 'f', isEnabled: false, ...texts, ...times, variants: [], rollouts }],
  };
}

function compile(document: SnapshotDocument): CompiledBooleanFlag {
  const compiled = compileSnapshot(document).flags.get('f');
  if (compiled?.type !== 'boolean') throw new Error('a boolean flag compiles to a boolean flag');
  return compiled;
}
