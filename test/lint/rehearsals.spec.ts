import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { filesOf, isSpec, patches, patchOf } from './rehearsals/patches';
import { rehearsals } from './rehearsals/rehearsals';

function isPage(file: string): boolean {
  return file.startsWith('docs/');
}

function isOfDashboard(file: string): boolean {
  return file.startsWith('web/');
}

test('every patch is recorded', () => {
  const found = readdirSync(patches).filter((file) => file.endsWith('.patch'));
  expect(found.toSorted()).toEqual(rehearsals.map(({ name }) => `${name}.patch`).toSorted());
});

test('the table of figures is that of docs/contributing.md', () => {
  const rows = readFileSync('docs/contributing.md', 'utf8')
    .split('\n')
    .map((line) => line.split('|').map((cell) => cell.trim()));
  for (const { kind, changed, added, generated } of rehearsals) {
    const figures = [changed, added, generated].map(({ length }) => String(length));
    expect(rows).toContainEqual(['', kind, ...figures, '']);
  }
});

test('the next version that drills upgrade to can be made', () => {
  execFileSync('git', ['apply', '--check', '-C1', 'test/drills/support/next-version/next-version.patch']);
});

describe.each(rehearsals)('$kind', (rehearsal) => {
  it('goes on top of what is here', () => {
    execFileSync('git', ['apply', '--check', '-C1', patchOf(rehearsal)]);
  });

  it('takes the files that are recorded, and no others', () => {
    const { all, created } = filesOf(patchOf(rehearsal));
    const files = all.filter((file) => !isSpec(file) && !isPage(file)).toSorted();
    const ofServer = files.filter((file) => !isOfDashboard(file));
    const { changed, added, dashboard = [] } = rehearsal;
    expect({
      changed: ofServer.filter((file) => !created.includes(file)),
      added: ofServer.filter((file) => created.includes(file)),
      dashboard: files.filter(isOfDashboard),
    }).toEqual({ changed, added, dashboard });
  });
});
