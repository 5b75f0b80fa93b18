import { help, readCommand } from './options';
import { topics, usualTopics } from './topics';

describe('readCommand', () => {
  it('measures everything but the soak unless something is chosen', () => {
    expect(readCommand([])?.options).toMatchObject({
      topics: usualTopics,
      rounds: 5,
      sizes: [10, 100, 1_000, 10_000],
    });
    expect(usualTopics).not.toContain('soak');
  });

  it('takes topics and groups of them, each once', () => {
    const command = readCommand(['--only', 'evaluator, doors,grpc']);
    expect(command?.options.topics).toEqual([
      'http',
      'grpc',
      'batch',
      'ofrep',
      'client-snapshot',
      'evaluator',
    ]);
  });

  it('runs nothing but the soak with --soak, unless topics are chosen beside it', () => {
    expect(readCommand(['--soak'])?.options.topics).toEqual(['soak']);
    expect(readCommand(['--soak', '--only', 'workers'])?.options.topics).toEqual(['workers', 'soak']);
  });

  it('lets numbers go over those of --quick', () => {
    expect(readCommand(['--quick', '--rounds', '7'])?.options).toMatchObject({ rounds: 7, seconds: 0.5 });
  });

  it.each([
    [['--only', 'doors,windows'], /windows/],
    [['--rounds', '0'], /--rounds/],
    [['--seconds', 'long'], /--seconds/],
    [['--fast'], /--fast/],
  ])('refuses %j', (args, message) => {
    expect(() => readCommand(args)).toThrow(message);
  });

  it('has help that names every topic', () => {
    expect(readCommand(['--help'])).toBeUndefined();
    for (const topic of Object.keys(topics)) expect(help).toContain(` ${topic} `);
  });
});
