import { type OutageReport } from './database-outage';
import { type Fault } from './fault';
import { longestOf, statusesInTurn, statusesOf } from './probe';
import { type Env } from './tiers';

/** Longer than the greatest age that is allowed, and every wait that is set here; in milliseconds. */
export const OUTAGE_MS = 4_000;

/** Settings of instances whose database is taken away; by default these times are longer than an outage here. */
export const outageEnv: Env = {
  PENNON_FRESHNESS_MAX_AGE: '2s',
  PENNON_DB_CONNECT_TIMEOUT: '1s',
  PENNON_DB_STATEMENT_TIMEOUT: '1s',
};

/** Nothing that is prompt takes as long, and everything that hangs takes longer; in milliseconds. */
const PROMPT_MS = 4_000;

/** Half of the evaluations during an outage take less, unless each of them waits for the database; in milliseconds. */
const NO_WAIT_MS = 250;

/** What has to hold when nobody can reach the database. */
export function describeAway(fault: Fault, drill: (fault: Fault) => Promise<OutageReport>): void {
  describe(`that is ${fault.name}`, () => {
    let report: OutageReport;

    beforeAll(async () => {
      report = await drill(fault);
    });

    it('leaves every evaluation right', () => {
      expect(report.complaints).toEqual([]);
      expect(statusesOf(report.evaluationAtWriter)).toEqual([200]);
    });

    it('does not make evaluations wait', () => {
      expect(report.load.p50).toBeLessThan(NO_WAIT_MS);
    });

    it('lets tokens pass that the reader has seen', () => {
      expect(statusesOf(report.knownToken)).toEqual([200]);
    });

    it('has tokens refused at once that the reader has never seen', () => {
      expect(statusesOf(report.unknownToken)).toEqual([503]);
      expect(longestOf(report.unknownToken)).toBeLessThan(PROMPT_MS);
    });

    it('has management refused at once', () => {
      expect(statusesOf([...report.changes, ...report.lists])).toEqual([503]);
      expect(longestOf([...report.changes, ...report.lists])).toBeLessThan(PROMPT_MS);
    });

    it('turns the health of the reader when its snapshots get too old, and only then', () => {
      expect(statusesInTurn(report.health)).toEqual([200, 503]);
    });

    it('loses nothing, and does nothing in part', () => {
      expect([report.lostFlags, report.surplusRevisions]).toEqual([[], 0]);
    });
  });
}

/** What has to hold when the database can be reached now and then. */
export function describeUnsteady(fault: Fault, drill: (fault: Fault) => Promise<OutageReport>): void {
  describe(`that is ${fault.name} again and again`, () => {
    let report: OutageReport;

    beforeAll(async () => {
      report = await drill(fault);
    });

    it('leaves every evaluation right', () => {
      expect(report.complaints).toEqual([]);
      expect(statusesOf(report.evaluationAtWriter)).toEqual([200]);
    });

    it('has no other answers than the usual ones, and that the database is away', () => {
      const { knownToken, unknownToken, changes, lists } = report;
      expect(statusesOf(knownToken)).toEqual([200]);
      expect([401, 503]).toEqual(expect.arrayContaining([...statusesOf(unknownToken)]));
      expect([200, 503]).toEqual(expect.arrayContaining([...statusesOf([...changes, ...lists])]));
    });

    it('leaves nobody waiting', () => {
      expect(report.load.p50).toBeLessThan(NO_WAIT_MS);
      expect(longestOf([...report.changes, ...report.lists, ...report.unknownToken])).toBeLessThan(PROMPT_MS);
    });

    it('loses nothing, and does nothing in part', () => {
      expect([report.lostFlags, report.surplusRevisions]).toEqual([[], 0]);
    });
  });
}
