'use strict';
// Runs the writer of the bundle in the directory it is given, and on a message writes the code that V8 compiled for that.
const { writeFileSync } = require('node:fs');
const { join } = require('node:path');
const { setFlagsFromString } = require('node:v8');

// It is no argument of the writer.
const [directory] = process.argv.splice(2);
const { cacheFile, run } = require(join(directory, 'load.cjs'));

const script = run('writer');
process.once('message', () => {
  // A server sets this flag once it has started, and V8 takes the code at a start only if the flags are the same.
  setFlagsFromString('--heap-growing-percent=0');
  writeFileSync(cacheFile, script.createCachedData());
  process.send('written');
});
