import { aDocument, applyPlan, planImport } from '@pennon/testing';
import fc from 'fast-check';
import { buildDocument } from '../write/build-document';
import { type NamespaceDocument, sortByKey } from '../document';
import { type ImportMode } from './import-change';

const update: ImportMode = { existing: 'update', prune: false };
const mode: fc.Arbitrary<ImportMode> = fc.record({
  existing: fc.constantFrom('update' as const, 'skip' as const),
  prune: fc.boolean(),
});

/** Two documents of one namespace, of which keys often agree. */
const pair = fc.tuple(aDocument(), aDocument()).map(([before, after]) => {
  const { key } = before.namespace;
  return { before, after: { ...after, namespace: { ...after.namespace, key } } };
});

describe('importParts', () => {
  it('plans the same in parts of any size', () => {
    fc.assert(
      fc.property(pair, mode, fc.integer({ min: 1, max: 5 }), ({ before, after }, any, size) => {
        const state = applyPlan(planImport(before, undefined, update), undefined);
        expect(planImport(after, state, any, size).changes).toEqual(planImport(after, state, any).changes);
      }),
    );
  });

  it('plans for an empty namespace what exports as the document', () => {
    fc.assert(
      fc.property(aDocument(), (document) => {
        const state = applyPlan(planImport(document, undefined, update), undefined);
        const { document: exported, omissions } = buildDocument(state);
        expect(omissions).toEqual([]);
        expect(exported).toStrictEqual(withOffSaid(withNamespaceSaid(document)));
      }),
    );
  });

  it('plans nothing for what is there already', () => {
    fc.assert(
      fc.property(aDocument(), mode, (document, any) => {
        const state = applyPlan(planImport(document, undefined, update), undefined);
        expect(planImport(document, state, any).changes).toEqual([]);
        expect(planImport(buildDocument(state).document, state, any).changes).toEqual([]);
      }),
    );
  });

  it('plans nothing after a plan was carried out, whatever was there before', () => {
    fc.assert(
      fc.property(pair, mode, ({ before, after }, any) => {
        const state = applyPlan(planImport(before, undefined, update), undefined);
        const next = applyPlan(planImport(after, state, any), state);
        expect(planImport(after, next, any).changes).toEqual([]);
      }),
    );
  });

  it('makes the namespace what the document says when it prunes', () => {
    fc.assert(
      fc.property(pair, ({ before, after }) => {
        const state = applyPlan(planImport(before, undefined, update), undefined);
        const next = applyPlan(planImport(after, state, { existing: 'update', prune: true }), state);
        expect(comparable(buildDocument(next).document)).toStrictEqual(
          comparable(withOffSaid({ ...after, namespace: buildDocument(next).document.namespace }, before)),
        );
      }),
    );
  });

  it('leaves what exists untouched when it skips', () => {
    fc.assert(
      fc.property(pair, ({ before, after }) => {
        const state = applyPlan(planImport(before, undefined, update), undefined);
        const next = applyPlan(planImport(after, state, { existing: 'skip', prune: false }), state);
        const { flags, segments } = buildDocument(next).document;
        expect(flags.slice(0, before.flags.length)).toStrictEqual(withOffSaid(before).flags);
        expect(segments.slice(0, before.segments.length)).toStrictEqual(before.segments);
      }),
    );
  });
});

/** What flags are that do not say whether they are off: as before, and not off if there was none. */
function withOffSaid(document: NamespaceDocument, before?: NamespaceDocument): NamespaceDocument {
  const offBefore = new Map(before?.flags.map(({ key, off }) => [key, off]));
  const flags = document.flags.map((flag) => ({
    ...flag,
    off: flag.off ?? offBefore.get(flag.key) ?? false,
  }));
  return { ...document, flags };
}

/** What a namespace is created as when the document does not say. */
function withNamespaceSaid(document: NamespaceDocument): NamespaceDocument {
  const { key, name = key, description = '' } = document.namespace;
  return { ...document, namespace: { key, name, description } };
}

/** Without the orders that are those of creation. */
function comparable(document: NamespaceDocument): NamespaceDocument {
  const { segments, ...others } = sortByKey(document);
  const sorted = segments.map(({ constraints, ...segment }) => ({
    ...segment,
    constraints: constraints.toSorted((left, right) =>
      JSON.stringify(left) < JSON.stringify(right) ? -1 : 1,
    ),
  }));
  return { ...others, segments: sorted };
}
