import { randomFrom } from '../../support/random';
import { Dice } from './dice';
import { anyWrite, proposals } from './proposals';
import { Replay, type Acknowledgement } from './replay';

const dice = new Dice(randomFrom(1));

/** Some write that the namespace allows, acknowledged at that revision. */
function anyAcknowledgement({ model }: Replay, revision: number): Acknowledgement {
  const { name, happen } = anyWrite(model, dice);
  const created = { id: `id-${revision}`, createdAt: '2026-11-21T10:00:00.000001Z' };
  return { name, happen, created, revision, startedAt: revision, endedAt: revision };
}

function acknowledgementOf(revision: number, happen: Acknowledgement['happen']): Acknowledgement {
  return { name: 'Write', happen, created: {}, revision, startedAt: 0, endedAt: 0 };
}

describe('two thousand writes at random', () => {
  const replay = new Replay('team');
  for (let revision = 1; revision <= 2000; revision++) replay.add(anyAcknowledgement(replay, revision));
  const { writes } = replay;

  it('are of every kind, again and again', () => {
    for (const kind of Object.keys(proposals)) {
      expect([kind, writes.filter(({ name }) => name === kind).length > 5]).toEqual([kind, true]);
    }
  });

  it('show: at least every fourth changes an answer', () => {
    expect(writes.filter(({ left }) => left.size > 0).length).toBeGreaterThan(writes.length / 4);
  });

  it('are noted in their order, with what they left', () => {
    expect(writes.map(({ revision }) => revision)).toEqual(
      Array.from({ length: 2000 }, (_, index) => index + 1),
    );
  });
});

describe('a replay', () => {
  const create = acknowledgementOf(1, (model) => {
    model.create();
  });

  it('waits for what was acknowledged before', () => {
    const replay = new Replay('team');
    replay.add(
      acknowledgementOf(2, (model) => {
        model.requireItself();
      }),
    );
    expect(replay.model.exists).toBe(false);
    replay.add(create);
    expect(replay.writes.map(({ revision }) => revision)).toEqual([1, 2]);
  });

  it('keeps what waits for ever, for the checker to find the gap', () => {
    const replay = new Replay('team');
    replay.add(acknowledgementOf(2, () => undefined));
    expect(replay.writes.map(({ revision }) => revision)).toEqual([2]);
  });

  it('refuses a second write of the same revision', () => {
    const replay = new Replay('team');
    replay.add(create);
    expect(() => {
      replay.add(create);
    }).toThrow('Write made revision 1 of team, as another write did');
  });

  it('refuses a write that must have been refused', () => {
    const replay = new Replay('team');
    replay.add(create);
    expect(() => {
      replay.add({ ...create, revision: 2 });
    }).toThrow('Write was acknowledged at revision 2 of team, though there is a namespace team already');
  });
});
