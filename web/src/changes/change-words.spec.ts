import { toldText } from './change-words';

test.each([
  [undefined, ''],
  ['"Checkout"', 'Checkout'],
  ['true', 'True'],
  [
    '[{"variant":"blue","rollout":50},{"variant":"green","rollout":12.5}]',
    'variant blue, rollout 50\nvariant green, rollout 12.5',
  ],
  ['{"threshold":{"percentage":25,"value":false}}', 'threshold percentage 25, value False'],
  ['null', 'null'],
])('what the server tells of a conflict as %s reads "%s"', (json, text) => {
  expect(toldText(json)).toBe(text);
});
