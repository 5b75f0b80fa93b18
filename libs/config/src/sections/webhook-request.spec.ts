import { BodyTemplate } from './webhook-request';

const event = {
  type: 'flag',
  key: 'say "hi"\n\\',
  position: 42,
  metadata: { actor: { email: 'anna@example.com' } },
  after: { enabled: true },
};

function rendered(template: unknown): unknown {
  return JSON.parse(BodyTemplate.parse(JSON.stringify(template)).render(event));
}

describe('a body template', () => {
  it('puts members into texts, which stay what JSON calls a text', () => {
    expect(rendered({ text: '{{type}} {{ key }} by {{metadata.actor.email}}: {{after}}' })).toEqual({
      text: 'flag say "hi"\n\\ by anna@example.com: {"enabled":true}',
    });
  });

  it('puts a member as it is where it stands alone', () => {
    expect(rendered(['{{position}}', '{{after}}', '{{after.enabled}}', { all: '{{event}}' }])).toEqual([
      ...[42, { enabled: true }, true],
      { all: event },
    ]);
  });

  it('has null, or nothing within a text, for what the event does not have', () => {
    expect(rendered(['{{before}}', 'before: {{before.key}}.', '{{after.constructor}}'])).toEqual([
      ...[null, 'before: .', null],
    ]);
  });

  it('leaves all else as it is, and fills in nothing twice', () => {
    const template = { a: [1, true, null, '{x}', '$&'], '{{type}}': 'a name' };
    expect(rendered(template)).toEqual(template);
    const twice = BodyTemplate.parse('["{{key}}"]').render({ key: '{{type}}', type: 'flag' });
    expect(twice).toBe('["{{type}}"]');
  });

  it.each([
    ['{"a": {{type}}}', 'invalid JSON: '],
    ['', 'invalid JSON: '],
    ['["{{typ}}"]', '{{typ}} is no member of an event; those are event, version, type,'],
    ['["{{.Type}}"]', '{{.Type}} is no member of an event'],
    ['["{{}}"]', '{{}} is no member of an event'],
  ])('%s is refused', (text, problem) => {
    expect(() => BodyTemplate.parse(text)).toThrow(problem);
  });
});
