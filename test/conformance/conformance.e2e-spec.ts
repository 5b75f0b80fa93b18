import { onServer } from '../support/on-server';
import { replay } from './replay';
import { readScenarios } from './scenario';

const scenarios = readScenarios();

test('every recorded answer is replayed', () => {
  expect(scenarios.map(({ name, answers }) => [name, answers.length])).toEqual([
    ['constraints', 68],
    ['evaluate-batch', 9],
    ['evaluate-boolean', 65],
    ['evaluate-bucketing', 187],
    ['evaluate-errors', 20],
    ['evaluate-legacy', 7],
    ['evaluate-operators', 105],
    ['evaluate-segments', 70],
    ['flags', 47],
    ['namespaces', 20],
    ['ofrep', 23],
    ['pagination', 11],
    ['rollouts', 28],
    ['rules', 43],
    ['segments', 28],
    ['snapshot', 7],
  ]);
});

onServer((server) => {
  test.each(scenarios)('$name: answers as the reference server did', async (scenario) => {
    expect(await replay(server, scenario)).toStrictEqual(scenario.answers);
  });
});
