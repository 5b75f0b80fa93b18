import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

const built = join(__dirname, '../../../../../dist/libs/publication/src/index.js');

/** Runs as built, since tests load modules in a way of their own. */
function run(script: string): string {
  return execFileSync(process.execPath, ['-e', script, built], { encoding: 'utf8' });
}

it('opens a store without loading the package that speaks S3', () => {
  const script = `
    const { openObjectStore } = require(process.argv[1]);
    const store = openObjectStore({ bucket: 'flags', prefix: '', timeout: 1000 });
    console.log(store.location, Object.keys(require.cache).some((file) => /@aws-sdk|@smithy/.test(file)));
    store.close();
  `;
  expect(run(script)).toBe('s3://flags/ false\n');
});
