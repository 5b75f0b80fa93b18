import { replay } from '../conformance/replay';
import { readScenarios } from '../conformance/scenario';
import { onServer, threeWorkers } from '../support/on-server';
import { sized } from '../support/size';

/** How often all scenarios are replayed: what a race of microseconds decides shows in many. */
const ROUNDS = sized({ small: 1, whole: 10 });

onServer((server) => {
  describe.each(Array.from({ length: ROUNDS }, (_, index) => index + 1))('in round %i', () => {
    test.each(readScenarios())('$name: answers as the reference server did', async (scenario) => {
      expect(await replay(server, scenario)).toStrictEqual(scenario.answers);
    });
  });
}, threeWorkers);
