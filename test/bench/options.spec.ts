import { help, readCommand } from './options';
import { pairedTopics, topics, usualTopics } from './topics';

describe('readCommand', () => {
  it('measures everything but the soak and management unless something is chosen', () => {
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

  it('compares an old build by every kind of request unless something is chosen', () => {
    expect(readCommand(['paired', '/old/dist'])).toMatchObject({
      ...{ name: 'paired', oldBuild: '/old/dist' },
      options: { topics: pairedTopics, rounds: 5 },
    });
    expect(readCommand(['paired', 'old', '--only', 'grpc,auth'])?.options.topics).toEqual(['grpc', 'auth']);
    expect(pairedTopics).toContain('management');
    expect(usualTopics).not.toContain('management');
  });

  it('measures writes, and those of Flipt where its program is given', () => {
    expect(readCommand(['writes'])).toMatchObject({
      ...{ name: 'writes', flipt: undefined },
      options: { sizes: [100, 1_000, 10_000], rounds: 3 },
    });
    expect(readCommand(['writes', 'flipt=/bin/flipt', '--rounds', '1'])).toMatchObject({
      flipt: '/bin/flipt',
    });
  });

  it.each([
    [['parsed'], /parsed is not a command/],
    [['paired'], /dist folder/],
    [['paired', 'old', 'older'], /older/],
    [['paired', 'old', '--only', 'evaluator,freshness'], /cannot measure freshness, evaluator/],
    [['paired', 'old', '--publish'], /--publish/],
    [['writes', '/bin/flipt'], /flipt=PATH/],
    [['writes', '--only', 'http'], /--only/],
  ])('refuses %j', (args, message) => {
    expect(() => readCommand(args)).toThrow(message);
  });

  it('has help that names every topic', () => {
    expect(readCommand(['--help'])).toBeUndefined();
    for (const topic of Object.keys(topics)) expect(help).toContain(` ${topic} `);
  });
});
