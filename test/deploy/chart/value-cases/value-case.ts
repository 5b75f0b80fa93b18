/** What a value does to a manifest. */
export interface ValueCase {
  readonly value: unknown;
  /** `Kind/name` of the manifest. */
  readonly in: string;
  /** Where it is seen, by the names of members and dots; undefined when the manifest is not there. */
  readonly at: string | undefined;
  /** What is there; the value itself unless given. */
  readonly shown?: unknown;
  /** Values that have to be given with it, by path; then it is rendered apart from the others. */
  readonly with?: Values;
}

/** Values by path. */
export type Values = Readonly<Record<string, unknown>>;
/** Cases by the path of the value. */
export type Cases = Readonly<Record<string, ValueCase>>;

/** Where the pod of a Deployment or a Job is, its container, and the pod of a CronJob. */
export const POD = 'spec.template.spec';
export const CONTAINER = `${POD}.containers.0`;
export const JOB_POD = 'spec.jobTemplate.spec.template.spec';

/** Variables as a container has them. */
export function variable(name: string, value: unknown): unknown {
  return expect.arrayContaining([{ name, value }]);
}

/** A variable as it is taken from a secret. */
export function fromSecret(name: string, secret: string, key: string): unknown {
  return expect.arrayContaining([{ name, valueFrom: { secretKeyRef: { name: secret, key } } }]);
}

/** The cases of a component, of which the paths and those of `with` leave its name out. */
export function prefixed(component: string, cases: Cases): Cases {
  return Object.fromEntries(
    Object.entries(cases).map(([path, one]) => [
      `${component}.${path}`,
      one.with === undefined
        ? one
        : {
            ...one,
            with: Object.fromEntries(
              Object.entries(one.with).map(([key, value]) => [`${component}.${key}`, value]),
            ),
          },
    ]),
  );
}
