'use strict';
// Runs the writer of the bundle in the directory it is given, and on a message writes the code that V8 compiled for that.
const { writeFileSync } = require('node:fs');
const { join } = require('node:path');

// It is no argument of the writer.
const [directory] = process.argv.splice(2);
const { cacheFile, run } = require(join(directory, 'load.cjs'));

const script = run('writer');
process.once('message', () => {
  writeFileSync(cacheFile, script.createCachedData());
  process.send('written');
});
