import { FileSelection } from './file-selection';

const tree = ['.flipt.yml', 'a/x.features.yaml', 'a/y.json', 'features.yml', 'notes.yml', 'z/myfeatures.yml'];

function selected(selection: FileSelection): readonly string[] {
  return selection.select(tree.map((key) => ({ key }))).map(({ key }) => key);
}

function selectedBy(index: string): readonly string[] {
  return selected(FileSelection.fromIndex(index, 'index'));
}

describe('the files that are read', () => {
  it('without an index are those of the default', () => {
    expect(selected(FileSelection.default())).toEqual([
      'a/x.features.yaml',
      'features.yml',
      'z/myfeatures.yml',
    ]);
  });

  it('are those that the index includes, and nothing of the default', () => {
    expect(selectedBy('version: "1.0"\ninclude: ["**.json"]')).toEqual(['a/y.json']);
  });

  it('are without those that it excludes, whatever includes them', () => {
    expect(selectedBy('include: ["*.yml", "**.yaml"]\nexclude: ["a/**", notes.yml, .flipt.yml]')).toEqual([
      'features.yml',
      'z/myfeatures.yml',
    ]);
  });

  it.each(['exclude: [notes.yml]', 'include: []', 'include:', 'version: "1.0"'])(
    'are none when it includes none: %s',
    (index) => {
      expect(selectedBy(index)).toEqual([]);
    },
  );
});

describe('an index', () => {
  it.each([
    ['', 'is empty'],
    ['# nothing', 'is empty'],
    ['{}', 'is empty'],
    ['- a', 'must be a mapping'],
    ['include: [', 'Flow sequence'],
    ['include: a.yml', 'include: must be a list'],
    ['include: [1]', 'include[0]: must be text'],
    ['exclude: [a, "[b"]', 'exclude[1]: "[b" has a [ without a ]'],
    ['includes: [a]', '"includes" is unknown'],
    [`include: [${'a,'.repeat(101)}]`, 'include: must not be more than 100'],
    [`include: [${'a'.repeat(501)}]`, 'include[0]: must not be longer than 500 characters'],
  ])('is refused, with the reason: %j', (text, reason) => {
    expect(() => FileSelection.fromIndex(text, 's3://flags/.flipt.yml')).toThrow(
      `s3://flags/.flipt.yml: ${reason}`,
    );
  });

  it('is refused when it makes much of little', () => {
    const text = 'include: &a [x, x]\nexclude: [*a, *a]';
    expect(() => FileSelection.fromIndex(text, 'index')).toThrow();
  });
});
