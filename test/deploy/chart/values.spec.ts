import { readFileSync } from 'node:fs';
import { describeWithPrograms } from '../../support/describe-with-programs';
import { Chart } from '../../support/helm/chart';
import { problemsOf } from '../../support/kubernetes/problems-of';
import { namesOf } from '../workload';
import { valueCases } from './value-cases';
import { type ValueCase } from './value-cases/value-case';
import { valuesOf } from './values-of';

jest.setTimeout(120_000);

const cases = Object.entries(valueCases);
const chart = new Chart();

describeWithPrograms(['helm'], 'each value of the chart', () => {
  const together = new Map(
    cases.filter(([, one]) => one.with === undefined).map(([path, { value }]) => [path, value]),
  );
  let manifests: readonly unknown[];

  beforeAll(() => {
    manifests = chart.renderAll(valuesOf(together));
  });

  function manifestsFor(path: string, { value, with: others }: ValueCase): readonly unknown[] {
    if (others === undefined) return manifests;
    return chart.renderAll(valuesOf(new Map([...Object.entries(others), [path, value]])));
  }

  function manifestOf(rendered: readonly unknown[], name: string): unknown {
    return rendered.find((manifest) => namesOf([manifest])[0] === name);
  }

  it('has a case', () => {
    const readme = readFileSync('deploy/helm/pennon/README.md', 'utf8');
    const values = [...readme.matchAll(/^\| `([^`]+)` \|/gm)].map(([, path]) => path);
    expect(cases.map(([path]) => path).sort()).toEqual(values.sort());
  });

  it.each(cases)('%s', (path, one) => {
    const found = manifestOf(manifestsFor(path, one), one.in);
    if (one.at !== undefined) {
      expect(found).toHaveProperty(one.at, 'shown' in one ? one.shown : one.value);
      return;
    }
    expect(found).toBeUndefined();
    // It is the value that takes it away.
    const before = chart.renderAll(valuesOf(new Map(Object.entries(one.with ?? {}))));
    expect(manifestOf(before, one.in)).toBeDefined();
  });

  it('is by the schemas of Kubernetes, all of them at once', () => {
    expect(problemsOf(manifests)).toEqual([]);
  });
});
