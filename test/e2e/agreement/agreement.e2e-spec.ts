import { randomFrom } from '../../support/random';
import { propertySeed as seed } from '../../support/seed';
import { useServer } from '../../support/use-server';
import { lastUnscaledLibrary, newestLibrary, useFliptClientJs } from '../sdk/support/flipt-client-js';
import { askEngine, askServer, kindOf } from './ask';
import { Comparison } from './comparison';
import { createNamespace } from './create-namespace';
import { generateNamespace } from './generate-namespace';
import { differencesOf } from './known-differences';
import { drawTriple, type Triple } from './triple';

const QUESTIONS = 100_000;
const QUESTIONS_AT_A_TIME = 1_000;
const NAMESPACES = ['north', 'east', 'south', 'west', 'centre'];

/** On so many of the questions, at least, both are to agree. */
const MUST_AGREE = QUESTIONS * 0.6;

/** Every kind of decision is made so many times, at least. */
const OF_EACH_KIND = QUESTIONS / 100;

const libraries = [lastUnscaledLibrary, newestLibrary];

/** How long it may take to create and ask all that, in milliseconds. */
const TIMEOUT_MS = 180_000;

describe(`${QUESTIONS} questions drawn from seed ${seed}`, () => {
  const server = useServer();
  const sdk = useFliptClientJs();
  const kinds = new Map<string, number>();
  const comparisons = libraries.map((library) => new Comparison(library));

  beforeAll(async () => {
    const random = randomFrom(seed);
    const namespaces = NAMESPACES.map((key) => generateNamespace(random, key));
    await Promise.all(namespaces.map(async (namespace) => createNamespace(server, namespace)));
    for (const namespace of namespaces) {
      const count = QUESTIONS / namespaces.length;
      await ask(Array.from({ length: count }, () => drawTriple(random, namespace)));
    }
  }, TIMEOUT_MS);

  /** Asks the server and the engines questions about one namespace. */
  async function ask(triples: readonly Triple[]): Promise<void> {
    const settings = { url: server.url, namespace: triples[0]?.namespace.key ?? '' };
    const clients = await Promise.all(libraries.map(async (library) => sdk.open(library, 'node', settings)));
    for (let start = 0; start < triples.length; start += QUESTIONS_AT_A_TIME) {
      const some = triples.slice(start, start + QUESTIONS_AT_A_TIME);
      const [ofServer, ...ofEngines] = await Promise.all([
        askServer(server, some),
        ...clients.map(async (client) => askEngine(client, some)),
      ]);
      for (const [index, triple] of some.entries()) {
        const decision = ofServer[index] ?? '';
        const differences = differencesOf(triple);
        kinds.set(kindOf(decision), (kinds.get(kindOf(decision)) ?? 0) + 1);
        for (const [engine, decisions] of ofEngines.entries()) {
          const both = { ofServer: decision, ofEngine: decisions[index] ?? '' };
          comparisons[engine]?.add(triple, differences, both);
        }
      }
    }
  }

  test('the questions have every kind of answer, each often', () => {
    const often = [...kinds].filter(([, count]) => count >= OF_EACH_KIND).map(([kind]) => kind);
    expect(often.sort()).toEqual([
      'false DEFAULT',
      'false MATCH',
      'match MATCH',
      'no match DEFAULT',
      'no match FLAG_DISABLED',
      'no match UNKNOWN',
      'true DEFAULT',
      'true MATCH',
    ]);
  });

  describe.each(comparisons)('and the engine of $library', (comparison) => {
    test('they agree on all questions on which nothing is known that divides them', () => {
      expect(comparison.surprises).toEqual([]);
    });

    test('these are most of the questions', () => {
      expect(comparison.questionsOutsideClasses).toBeGreaterThanOrEqual(MUST_AGREE);
    });

    test('each of the known differences shows', () => {
      expect(comparison.classes.filter(({ disagreementsOfItsOwn }) => disagreementsOfItsOwn === 0)).toEqual(
        [],
      );
    });
  });
});
