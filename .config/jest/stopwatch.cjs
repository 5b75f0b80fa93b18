const { appendFileSync, readFileSync } = require('node:fs');
const { relative } = require('node:path');

/** The file that receives a line of JSON per test file; unset unless `npm run test:times` runs the tests. */
const record = process.env.PENNON_TEST_TIMES;

/** Linux counts the time of processes in these. */
const TICKS_PER_SECOND = 100;

/** Measures what one test file costs: milliseconds of processor time, and modules loaded. Does nothing unless asked. */
class Stopwatch {
  #start = record && reading();

  constructor(testPath, project) {
    this.testPath = testPath;
    this.project = project;
  }

  /** Jest is ready for the file. */
  beginsToLoad() {
    this.#load = record && reading();
  }

  /** The file and all it imports is loaded. */
  beginsToTest() {
    this.#test = record && reading();
  }

  ends() {
    if (!record) return;
    const [start, load, test, end] = [this.#start, this.#load, this.#test ?? reading(), reading()];
    const line = {
      file: relative(process.cwd(), this.testPath),
      project: this.project,
      jest: load.own - start.own,
      load: test.own - load.own,
      modules: test.modules - load.modules,
      tests: end.own - test.own,
      processes: end.processes - start.processes,
      wall: end.wall - start.wall,
    };
    appendFileSync(record, `${JSON.stringify(line)}\n`);
  }

  #load;
  #test;
}

function reading() {
  const { user, system } = process.cpuUsage();
  return {
    own: (user + system) / 1000,
    processes: endedProcesses(),
    modules: Object.keys(require.cache).length,
    wall: performance.now(),
  };
}

/** The processor time of processes that this one has started and that have ended; 0 where there is no `/proc`. */
function endedProcesses() {
  try {
    // Fields 16 and 17 of proc(5); the name of the program, which may hold anything, is the second.
    const fields = readFileSync('/proc/self/stat', 'latin1').split(') ').at(-1).split(' ');
    return ((Number(fields[13]) + Number(fields[14])) / TICKS_PER_SECOND) * 1000;
  } catch {
    return 0;
  }
}

module.exports = { Stopwatch };
