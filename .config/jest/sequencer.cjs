const { default: TestSequencer } = require('@jest/test-sequencer');

/** Specs first, because they answer at once; then tests that start servers. In both, what failed or took longest first. */
module.exports = class SpecsFirst extends TestSequencer {
  sort(tests) {
    const startsServers = ({ path }) => path.endsWith('.e2e-spec.ts');
    const sorted = super.sort(tests);
    return [...sorted.filter((test) => !startsServers(test)), ...sorted.filter(startsServers)];
  }
};
